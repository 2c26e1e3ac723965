/**
 * Lets the items of a list be dragged to another place by their `.handle`, with a mouse, a pen or a finger. The list
 * has other controls for those who use neither.
 *
 * @param {HTMLElement} list
 * @param {(item: HTMLElement, index: number) => void} onMove  called when an item is dropped at another place
 */
export function makeSortable(list, onMove) {
  list.addEventListener("pointerdown", (down) => {
    const handle = down.target.closest?.(".handle");
    if (!handle || down.button !== 0) return;
    const item = handle.closest("li");
    const before = indexOf(item);
    const abort = new AbortController();
    const on = (type, listener) => handle.addEventListener(type, listener, { signal: abort.signal });
    down.preventDefault(); // so that no text is selected
    handle.setPointerCapture(down.pointerId);
    item.classList.add("dragged");
    on("pointermove", ({ clientY }) => place(item, clientY));
    on("lostpointercapture", () => {
      abort.abort();
      item.classList.remove("dragged");
      if (indexOf(item) !== before) onMove(item, indexOf(item));
    });
  });
}

/**
 * Moves the neighbours whose middle the pointer has crossed to the other side of an item. The item itself stays in the
 * document, since the pointer belongs to it only as long as it does.
 */
function place(item, clientY) {
  const middle = (element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + height / 2;
  };
  while (item.previousElementSibling && clientY < middle(item.previousElementSibling)) item.after(item.previousElementSibling);
  while (item.nextElementSibling && clientY > middle(item.nextElementSibling)) item.before(item.nextElementSibling);
}

function indexOf(item) {
  return [...item.parentElement.children].indexOf(item);
}

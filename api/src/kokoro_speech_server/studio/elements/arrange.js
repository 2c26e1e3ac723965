/**
 * Puts items into a list without touching those that are in their place, so that the focus stays where it is.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} items  all that it contains then
 */
export function arrange(list, items) {
  for (const child of [...list.children]) if (!items.includes(child)) child.remove();
  items.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  });
}

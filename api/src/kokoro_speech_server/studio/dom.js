/**
 * Makes an element. Objects among the properties (`dataset`, `style`) are merged into the element's own.
 *
 * @param {string} name the tag's name
 * @param {Record<string, any>} [properties] properties of the element, such as `className`, `onclick`, `ariaLabel`
 * @param {...(Node | string | null | undefined | false)} children what it contains; empty values are left out
 * @returns {HTMLElement}
 */
export function create(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "dataset" || key === "style") Object.assign(element[key], value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child || child === 0));
  return element;
}

/**
 * The parts of a custom element: its descendants with `data-part`, by that name. Those of custom elements inside it
 * are not among them.
 *
 * @param {HTMLElement} element
 * @returns {Record<string, any>}
 */
export function parts(element) {
  const found = [...element.querySelectorAll("[data-part]")].filter((part) => owner(part) === element);
  return Object.fromEntries(found.map((part) => [part.dataset.part, part]));
}

function owner(part) {
  let element = part.parentElement;
  while (element && !element.localName.includes("-")) element = element.parentElement;
  return element;
}

/**
 * One of the icons that index.html defines, hidden from screen readers: its button has the name.
 *
 * @param {string} name such as "play" for the symbol with the id `icon-play`
 * @returns {SVGElement}
 */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  const use = document.createElementNS(space, "use");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  drawing.append(use);
  return drawing;
}

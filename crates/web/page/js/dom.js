// Small helpers for building HTML and SVG.

/**
 * @typedef {string | Node | null | undefined | false} Child
 */

/**
 * An HTML element. Attributes that begin with `on` are listeners; `null` leaves one out, `false` as well
 * except for `aria-` ones, which say `false`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  decorate(element, attributes, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes @param {Child[]} children */
function decorate(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith('aria-')) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(.../** @type {(string | Node)[]} */ (children.filter((child) => child)));
}

/** Replaces what an element holds. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {(string | Node)[]} */ (children.filter((child) => child)));
}

/** Says something to screen readers, politely. @param {string} text */
export function announce(text) {
  const region = document.getElementById('announcer');
  if (region) region.textContent = text;
}

/** Offers a text as a file. @param {string} name @param {string} type @param {string} text */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Style sheets that were asked for. @type {Map<string, Promise<void>>} */
const dressed = new Map();

/** Brings a style sheet that the first view does without. @param {string} name */
export function dress(name) {
  const known = dressed.get(name);
  if (known) return known;
  const link = h('link', { rel: 'stylesheet', href: `/${name}.css` });
  /** @type {Promise<void>} */
  const ready = new Promise((resolve) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => resolve());
  });
  document.head.append(link);
  dressed.set(name, ready);
  return ready;
}

// Small makers of elements.

export const $ = (selector, root = document) => root.querySelector(selector);

// A tile such as 6-4 is not broken over two lines.
const whole = (part) => (typeof part === "string" ? part.replace(/(\d)-(?=\d)/g, "$1\u2011") : part);

export function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...inside.filter((part) => part !== null && part !== undefined && part !== false).map(whole));
  return element;
}

export const button = (label, press, className = "", attributes = {}) =>
  make("button", { type: "button", class: className, onclick: press, ...attributes }, label);

// A name as it stands inside a sentence: one written from right to left draws nothing beside it along.
export const isolated = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);

// Replaces what is inside only when it would look different, so that focus and screen readers are left in peace.
export function fill(root, key, build) {
  const stamp = JSON.stringify(key);
  if (root.dataset.stamp === stamp) return;
  root.dataset.stamp = stamp;
  const parts = build();
  root.replaceChildren(...(Array.isArray(parts) ? parts : [parts]).filter(Boolean));
}

// What a phone remembers; a browser that forbids it just forgets.
export const memory = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* forgotten */ } },
};

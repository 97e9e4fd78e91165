// Keys for what a page offers. An element says its key itself, so any part of a page can have one:
// data-shortcut="n" (one letter), data-shortcut-name (what the sheet says, else its label or text),
// data-shortcut-on (a selector: only where the page has such an element).
const FIELDS = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
const isOff = () => "noShortcuts" in document.body.dataset;
const sheet = () => document.getElementById("shortcuts");

const offered = () => [...document.querySelectorAll("[data-shortcut]")].filter(
  ({ dataset }) => !dataset.shortcutOn || document.querySelector(dataset.shortcutOn),
);

function name(element) {
  return element.dataset.shortcutName ?? element.getAttribute("aria-label") ?? element.textContent.trim();
}

// The next question below the one that has the focus, then again from the first.
function toNextQuestion() {
  const waiting = [...document.querySelectorAll("[data-interrupt][data-status=pending]")];
  const now = waiting.findIndex((card) => card.contains(document.activeElement));
  const heading = waiting[(now + 1) % waiting.length]?.querySelector("h2");
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.scrollIntoView({ block: "center", behavior: "instant" });
  heading.focus({ preventScroll: true });
  return true;
}

function use(element) {
  if (element.id === "waiting" && toNextQuestion()) return;
  if (element.matches(FIELDS)) element.focus();
  else element.click();
}

function row(key, words) {
  const line = document.createElement("div");
  const [term, says] = [document.createElement("dt"), document.createElement("dd")];
  term.append(Object.assign(document.createElement("kbd"), { textContent: key }));
  says.textContent = words;
  line.append(term, says);
  return line;
}

function open() {
  const seen = new Set();
  const rows = offered().filter(({ dataset }) => !seen.has(dataset.shortcut) && seen.add(dataset.shortcut));
  sheet().querySelector("[data-keys]").replaceChildren(...rows.map((element) => row(element.dataset.shortcut, name(element))));
  sheet().querySelector("[data-off]").hidden = !isOff();
  sheet().showModal();
}

// Out of the field, so that the letters are keys again.
function leave(field) {
  if (field.matches("#composer textarea")) field.blur();
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!(target instanceof Element) || document.querySelector("dialog[open]")) return;
  if (key === "Escape") return leave(target);
  if (isOff() || target.closest(FIELDS)) return;
  const element = offered().find(({ dataset }) => dataset.shortcut === key.toLowerCase());
  if (!element) return;
  event.preventDefault();
  use(element);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-show-shortcuts]")) open();
  else if (event.target === sheet()) sheet().close();
});

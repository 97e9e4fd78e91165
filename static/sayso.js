// The composer's comforts and the drawer's keys; everything here also works without it, a little less conveniently.
import "./attach.js";

const composer = () => document.getElementById("composer");
const TEN_LINES = 10;
const growsByItself = CSS.supports("field-sizing", "content");

function grow(area) {
  if (!growsByItself) area.rows = Math.min(TEN_LINES, area.value.split("\n").length);
}

// On a keyboard of glass there is no Shift+Enter, so Enter makes a line there and the button sends.
const hasKeys = () => !matchMedia("(hover: none) and (pointer: coarse)").matches;

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && location.hash === "#rail") location.hash = "#content";
  const area = event.target;
  if (event.key !== "Enter" || !(area instanceof HTMLTextAreaElement) || area.form !== composer()) return;
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || !hasKeys()) return;
  event.preventDefault();
  if (!area.readOnly) area.form.requestSubmit();
});

document.addEventListener("input", (event) => {
  if (event.target.form === composer()) grow(event.target);
});

// A menu closes as menus do: by Escape, by a click beside it, and by what was chosen in it.
function closeMenus(except, { focus = false } = {}) {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (menu.contains(except)) continue;
    if (focus && menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("[data-closes-menu]") ? null : event.target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  closeMenus(null, { focus: true });
  event.target.closest("form")?.querySelector("a.cancel")?.click();
});

// What was taken back leaves the focus where it came from.
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (!detail.requestConfig?.elt.matches?.("a.cancel")) return;
  const place = document.getElementById(detail.target.id);
  (place?.closest(".message") ?? place)?.querySelector("a.edit, #thread-title a")?.focus({ preventScroll: true });
});

// "Try again" puts the message back where it was written; the person sends it, or changes it first.
document.addEventListener("click", (event) => {
  const source = document.getElementById(event.target.closest("[data-fill-from]")?.dataset.fillFrom);
  const area = composer()?.querySelector("textarea");
  if (!source || !area) return;
  area.value = source.querySelector("[data-text]").textContent;
  grow(area);
  area.focus();
});

// A waiting question is the more important thing to read, and a link to a place is where the person wants to be.
if (hasKeys() && !location.hash && !document.querySelector("[data-interrupt][data-status=pending]")) {
  composer()?.querySelector("textarea").focus({ preventScroll: true });
}

// What a person has typed into a question's form: whether there is anything, and giving it back when the form goes.
import { notice } from "./notices.js";

const choice = (control) => control.type === "radio" || control.type === "checkbox";

function changed(control) {
  if (control instanceof HTMLSelectElement) return [...control.options].some((o) => o.selected !== o.defaultSelected);
  if (choice(control)) return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

function chosenText(control) {
  if (control instanceof HTMLSelectElement) return [...control.selectedOptions].map((o) => o.text).join(", ");
  if (!choice(control)) return control.value;
  return control.checked ? (control.labels?.[0]?.querySelector("bdi") ?? control.labels?.[0])?.textContent.trim() ?? "" : "";
}

// The controls a person fills in; search boxes and sliders have no name, hidden ones are ours.
function controls(root) {
  return [...root.querySelectorAll("input[name^=f], textarea[name^=f], select[name^=f]")].filter((c) => c.type !== "hidden");
}

// One line per field that was changed; empty when nothing was. A form that was refused (data-typed) counts as typed.
export function typedText(card) {
  const form = card.querySelector("form");
  if (!form) return "";
  const lines = [];
  for (const field of form.querySelectorAll("[data-field]")) {
    const parts = controls(field);
    if (!("typed" in card.dataset) && !parts.some(changed)) continue;
    const values = parts.map(chosenText).filter((text) => text !== "");
    const label = field.querySelector("legend bdi, label bdi")?.textContent.trim();
    if (values.length) lines.push(label ? `${label}: ${values.join(", ")}` : values.join(", "));
  }
  return lines.join("\n");
}

// Offers the text back below the card that took the form's place, until the person dismisses it.
export function offerBack(card, text) {
  const offer = notice("typed-back");
  offer.querySelector("[data-typed]").textContent = text;
  offer.querySelector("[data-dismiss]").addEventListener("click", () => offer.remove());
  const copy = offer.querySelector("[data-copy]");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = copy.dataset.copy;
    } catch {
      // No clipboard without https: the text is selected, and the person's own copy key works.
      getSelection().selectAllChildren(offer.querySelector("[data-typed]"));
    }
  });
  card.after(offer);
}

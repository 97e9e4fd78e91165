// What a person opened in a message stays open when the message is renewed.
const folded = (element, kind) => [...element.querySelectorAll(`details.${kind}`)];

export function keepOpened(old, fresh) {
  for (const kind of ["reasoning", "writing-call"]) {
    const before = folded(old, kind);
    folded(fresh, kind).forEach((details, place) => { details.open = before[place]?.open ?? false; });
  }
  growThoughts(old, fresh);
}

// They stand before the text, and grow before it does, so that a selection in them stays.
function growThoughts(old, fresh) {
  const [before, after] = [old, fresh].map((element) => folded(element, "reasoning")[0]);
  if (!after) return before?.remove();
  if (!before) return old.querySelector("[data-text]").before(after.cloneNode(true));
  before.querySelector("summary").textContent = after.querySelector("summary").textContent;
  const [shown, longer] = [before, after].map((details) => details.querySelector(".inside"));
  if (!longer.textContent.startsWith(shown.textContent)) shown.textContent = longer.textContent;
  else shown.append(longer.textContent.slice(shown.textContent.length));
}

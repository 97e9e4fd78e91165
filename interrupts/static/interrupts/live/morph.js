// Makes an element like a newer one and leaves alone all that is the same: what is selected, scrolled or opened in it
// stays, and what only grew at its end is added to.

export function copyAttributes(to, from) {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name) && !isThePersons(to, name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) if (to.getAttribute(name) !== value) to.setAttribute(name, value);
}

// What a person opened stays open.
const isThePersons = (element, name) => name === "open" && element instanceof HTMLDetailsElement;

export function morph(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old instanceof Text) return morphText(old, fresh);
  copyAttributes(old, fresh);
  let place = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = firstAlike(place, child);
    if (!same) {
      old.insertBefore(child, place);
      continue;
    }
    while (place !== same) {
      const gone = place;
      place = place.nextSibling;
      gone.remove();
    }
    place = same.nextSibling;
    morph(same, child);
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

function morphText(old, fresh) {
  if (fresh.data.startsWith(old.data)) old.appendData(fresh.data.slice(old.data.length));
  else old.data = fresh.data;
}

function firstAlike(place, child) {
  while (place && !(place.nodeType === child.nodeType && place.nodeName === child.nodeName && place.id === child.id)) place = place.nextSibling;
  return place;
}

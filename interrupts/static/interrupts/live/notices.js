// Sentences of the page: their words stand in templates (interrupts/notices.html), here they find their place.

const byId = (id) => document.getElementById(id);

// A copy of a template's element. Links marked data-sign-in lead to this page, where the site asks for a sign-in first.
export function notice(name) {
  const element = byId(name)?.content.firstElementChild.cloneNode(true) ?? document.createElement("p");
  for (const link of element.querySelectorAll("[data-sign-in]")) link.href = location.pathname;
  return element;
}

// The words of a template, for a place that takes no elements.
export const sentence = (name) => byId(name)?.content.textContent.trim() ?? "";

// Said once by a screen reader, without moving the focus.
export function announce(sentence) {
  const announcer = byId("announcer");
  if (announcer) announcer.textContent = sentence;
}

// One line over the page about its connection; null takes it away.
export function lineState(name) {
  const line = byId("line");
  if (!line || line.dataset.shows === (name ?? "")) return;
  line.dataset.shows = name ?? "";
  line.hidden = name === null;
  line.replaceChildren(...(name === null ? [] : [notice(name)]));
}

// A sentence in the form that could not be sent, where the person is looking; the one before it goes.
export function sayInForm(form, element) {
  takeFromForm(form);
  const buttons = form.querySelector(".buttons");
  if (buttons) buttons.before(element);
  else form.prepend(element);
}

export function takeFromForm(form) {
  for (const old of form.querySelectorAll(".sending")) old.remove();
}

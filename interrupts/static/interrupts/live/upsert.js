// Puts a live fragment (interrupts/live.html) into the page. Doing it twice, or out of order, changes nothing:
// an element is inserted by its data-position where it is absent, and replaced only by one with a newer data-seq.
import { copyAttributes, morph } from "./morph.js";
import { announce, sentence } from "./notices.js";
import { tellOf, tellOfMore } from "./notifying.js";
import { keepOpened } from "./opened.js";
import { keepingPlace } from "./scrolling.js";
import { offerBack, typedText } from "./typed.js";

const number = (text) => Number(text ?? 0);
const pending = (element) => element.dataset.status === "pending";
const parsed = (html) => [...new DOMParser().parseFromString(html, "text/html").body.children];

// The newest change of the thread that this page holds; the socket and posts ask for what comes after it.
export const cursor = { seen: 0 };

let grew = false;
let focusIsLost = false;

// ``own`` is the element whose form the person has just sent: it is replaced whatever stands in it. ``stay`` where the
// person asked for what is not news: it is not gone to and not told of.
export function apply(html, { own = null, stay = false } = {}) {
  const before = waiting();
  focusIsLost = false;
  keepingPlace(() => {
    const fresh = [];
    grew = false;
    for (const element of parsed(html)) {
      if (place(document.adoptNode(element), own)) fresh.push(element);
    }
    return { fresh, grew };
  }, { follow: own?.id === "composer", stay });
  if (focusIsLost) [...document.querySelectorAll(".versions button:enabled")].at(-1)?.focus({ preventScroll: true });
  if (waiting() === before) return;
  tellOfMore(number(waiting()) - number(before));
  showWaiting();
}

// Whether a fragment has an element of this id: a reply that lacks the sent form is no answer to it.
export const holds = (html, id) => parsed(html).some((element) => element.id === id);

// Returns whether the element is new to the page.
function place(fresh, own) {
  if (fresh.id === "seen") {
    cursor.seen = Math.max(cursor.seen, number(fresh.dataset.seen));
    return false;
  }
  const old = fresh.id ? document.getElementById(fresh.id) : null;
  if ("gone" in fresh.dataset) return takeAway(old);
  if (!old) return insert(fresh);
  if (old === own) replaceOwn(old, fresh);
  else if ("own" in fresh.dataset) return false;
  else if (!("seq" in fresh.dataset)) refill(old, fresh);
  else if (number(fresh.dataset.seq) > number(old.dataset.seq)) renew(old, fresh);
  return false;
}

// What belongs to another version of the thread than the one that is shown.
function takeAway(old) {
  focusIsLost ||= old?.contains(document.activeElement) ?? false;
  old?.remove();
  return false;
}

function insert(fresh) {
  const items = document.querySelector("[data-items]");
  if (!items || !("position" in fresh.dataset) || isElsewhere(fresh)) return false;
  const placed = [...items.querySelectorAll(":scope > [data-position]")];
  const before = placed.findLast((item) => number(item.dataset.position) < number(fresh.dataset.position));
  if (before) behindOffers(before).after(fresh);
  else items.prepend(fresh);
  fresh.classList.add("arrives");
  settle(fresh);
  if (fresh.matches("[data-interrupt]") && pending(fresh)) {
    announce(`${sentence("notice-waits-for-you")} ${fresh.querySelector("h2")?.textContent.trim()}`);
    tellOf(fresh);
  }
  return true;
}

// Whether an item belongs to a part of the thread that this page does not hold. A question that waits is always shown.
function isElsewhere(item) {
  if (item.matches("[data-interrupt]") && pending(item)) return false;
  const position = number(item.dataset.position);
  const { since } = document.getElementById("earlier")?.dataset ?? {};
  const { until } = document.querySelector("[data-items]").dataset;
  return position < number(since) || (until !== undefined && position >= number(until));
}

// What was offered back stays with its card.
function behindOffers(item) {
  let last = item;
  while (last.nextElementSibling?.matches(".typed-back")) last = last.nextElementSibling;
  return last;
}

function renew(old, fresh) {
  if (old.matches("[data-interrupt]")) renewQuestion(old, fresh);
  else if (old.matches("[data-message]")) renewMessage(old, fresh);
  else if (!("position" in fresh.dataset)) refill(old, fresh);
  else replaceCall(old, fresh);
}

function renewQuestion(old, fresh) {
  if (pending(old) && pending(fresh)) {
    if (old.querySelector("[data-writing]")) return renewWriting(old, fresh);
    const isLost = "stranded" in fresh.dataset && !("stranded" in old.dataset);
    if (isLost && !typedText(old) && !old.querySelector("form[data-sending]")) return replaceCard(old, fresh);
    // An open form is never taken away: it asks the same for as long as it is open.
    old.dataset.seq = fresh.dataset.seq;
  } else if (old.querySelector("form[data-sending]")) {
    // The answer is on its way; the reply to it replaces the card. This is for the case that none comes.
    old.laterCard = fresh;
  } else {
    replaceCard(old, fresh, { elsewhere: true });
  }
}

// A reply that the model writes grows in its place, so that the focus in its card stays; then its form comes.
function renewWriting(old, fresh) {
  const [text, longer] = [old, fresh].map((card) => card.querySelector("[data-writing]"));
  if (longer) {
    old.dataset.seq = fresh.dataset.seq;
    if (!text.isEqualNode(longer)) text.replaceWith(longer);
  } else if (old.querySelector("form[data-sending]")) {
    old.laterCard = fresh;
  } else {
    replaceCard(old, fresh);
    announce(sentence("notice-reply-ready"));
  }
}

// To be called when a post ended without a reply that replaced its card.
export function useLaterCard(card) {
  if (card?.laterCard && card.isConnected) replaceCard(card, card.laterCard, { elsewhere: true });
}

function replaceOwn(old, fresh) {
  if (old.matches("[data-interrupt]")) {
    const refused = fresh.querySelector(":scope > .problem") !== null;
    return replaceCard(old, fresh, { elsewhere: refused, own: true });
  }
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(fresh);
  settle(fresh);
  if (hadFocus || fresh.querySelector("[role=alert]")) (fresh.querySelector("textarea") ?? fresh.querySelector("input, summary, button, a"))?.focus({ preventScroll: true });
}

function replaceCard(old, fresh, { elsewhere = false, own = false } = {}) {
  // A refused form comes back as it was typed; any other card lacks what stood in this one.
  const typed = fresh.querySelector("[data-error-summary], [name=call_again]") ? "" : typedText(old);
  const hadFocus = own || old.contains(document.activeElement);
  old.replaceWith(fresh);
  settle(fresh);
  if (elsewhere && typed) offerBack(fresh, typed);
  if (own && pending(fresh)) fresh.dataset.typed = "";
  if (hadFocus) placeOfFocus(fresh)?.focus({ preventScroll: !pending(fresh) });
  shareSiblings(fresh);
}

const placeOfFocus = (card) => card.querySelector("[data-error-summary]") ?? card.querySelector(":scope > details > summary, h2");

// "2 of 3 answered" over each card of the same reply: the others were not sent anew.
function shareSiblings(card) {
  if (!card.dataset.round) return;
  const words = card.querySelector("[data-siblings]")?.textContent;
  for (const other of document.querySelectorAll(`[data-round="${CSS.escape(card.dataset.round)}"] [data-siblings]`)) {
    if (words) other.textContent = words;
  }
}

function renewMessage(old, fresh) {
  keepOpened(old, fresh);
  grow(old, fresh);
}

// Text that streams is added to, so that a selection in it and the reader's place stay.
function grow(old, fresh) {
  const wasWhole = old.dataset.status !== "streaming";
  grew = grew || !wasWhole;
  morph(old, fresh);
  settle(old);
  if (old.dataset.role !== "assistant" || old.dataset.status === "streaming" || wasWhole) return;
  announce(old.querySelector("[data-text]").textContent.slice(0, 500));
}

function replaceCall(old, fresh) {
  fresh.open = old.open;
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(fresh);
  if (hadFocus) fresh.querySelector("summary")?.focus({ preventScroll: true });
}

// Renews what stands in an element that itself stays, so that its animation and the focus in it go on.
function refill(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const active = document.activeElement;
  const inside = old.contains(active) && old !== active;
  const key = inside && (active.id || active.getAttribute("href") || active.getAttribute("value"));
  copyAttributes(old, fresh);
  old.replaceChildren(...fresh.childNodes);
  settle(old);
  if (!inside) return;
  const again = [...old.querySelectorAll("a, button, summary")].find(
    (element) => [element.id, element.getAttribute("href"), element.getAttribute("value")].includes(key),
  );
  again?.focus({ preventScroll: true });
}

function settle(element) {
  htmx.process(element);
  const run = document.querySelector("#run");
  for (const advice of document.querySelectorAll("[data-while-run]")) {
    if (run && advice.dataset.whileRun !== `${run.dataset.run} ${run.dataset.status}`) advice.remove();
  }
}

const waiting = () => document.querySelector("#waiting")?.dataset.waiting ?? "0";

function showWaiting() {
  const count = waiting();
  document.title = (count === "0" ? "" : `(${count}) `) + document.title.replace(/^\(\d+\) /, "");
  htmx.trigger(document.body, "waiting-changed");
}

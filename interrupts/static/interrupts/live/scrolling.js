// Nothing jumps: who reads further up stays there and is told, who is at the bottom stays at the bottom.

const NEAR = 80;
const page = () => document.scrollingElement;
const button = () => document.getElementById("newest-below");
const atBottom = () => page().scrollHeight - page().clientHeight - page().scrollTop < NEAR;
const isThread = () => document.querySelector("[data-items]") !== null;

function toBottom() {
  page().scrollTo({ top: page().scrollHeight, behavior: "instant" });
}

// Runs a change of the page; ``change`` returns the elements that are new. ``follow`` goes to the bottom in any case.
export function keepingPlace(change, { follow = false } = {}) {
  if (!isThread()) return void change();
  const follows = follow || atBottom();
  const fresh = change();
  const question = fresh.find((element) => element.matches("[data-interrupt][data-status=pending]"));
  if (follows) {
    toBottom();
    // A card taller than the window is read from its top.
    if (question && question.getBoundingClientRect().top < 0) question.scrollIntoView({ block: "start", behavior: "instant" });
  } else if (fresh.length && !atBottom()) {
    offer(question);
  }
}

function offer(question) {
  const below = button();
  if (!below) return;
  below.hidden = false;
  below.dataset.question = question?.id ?? below.dataset.question ?? "";
  below.querySelector("[data-plain]").hidden = below.dataset.question !== "";
  below.querySelector("[data-asked]").hidden = below.dataset.question === "";
}

export function startScrolling() {
  const below = button();
  if (!below || !isThread()) return;
  if (!location.hash) toBottom();
  below.addEventListener("click", () => {
    const question = document.getElementById(below.dataset.question);
    below.hidden = true;
    below.dataset.question = "";
    if (!question) return toBottom();
    question.scrollIntoView({ block: "nearest", behavior: "instant" });
    question.querySelector("h2")?.focus({ preventScroll: true });
  });
  addEventListener("scroll", () => {
    if (atBottom()) { below.hidden = true; below.dataset.question = ""; }
  }, { passive: true });
}

// Nothing jumps: who reads further up stays there and is told, who is at the bottom stays at the bottom.

const NEAR = 80;
const page = () => document.scrollingElement;
const button = () => document.getElementById("newest-below");
const atBottom = () => page().scrollHeight - page().clientHeight - page().scrollTop < NEAR;
const isThread = () => document.querySelector("[data-items]") !== null;

function toBottom() {
  page().scrollTo({ top: page().scrollHeight, behavior: "instant" });
}

const inSight = () => [...document.querySelectorAll("[data-items] > *")].find((item) => item.getBoundingClientRect().bottom > 0);

// Runs a change of the page; ``change`` returns the elements that are new, and whether one grew. ``follow`` goes to the
// bottom in any case, ``stay`` in none: what comes is not news, and stands above what is being read.
export function keepingPlace(change, { follow = false, stay = false } = {}) {
  if (!isThread()) return void change();
  if (stay) return keepingSight(change);
  const follows = follow || atBottom();
  const { fresh, grew } = change();
  const question = fresh.find((element) => element.matches("[data-interrupt][data-status=pending]"));
  if (follows) {
    toBottom();
    // A card taller than the window is read from its top.
    if (question && question.getBoundingClientRect().top < 0) question.scrollIntoView({ block: "start", behavior: "instant" });
  } else if ((fresh.length || grew) && !atBottom()) {
    offer(fresh.filter((element) => !element.hidden).length, question);
  }
}

// Browsers do this by themselves, but not at the very top, which is where one asks for what stands above.
function keepingSight(change) {
  const seen = inSight();
  const top = seen?.getBoundingClientRect().top;
  change();
  if (seen?.isConnected) scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: "instant" });
}

function offer(more, question) {
  const below = button();
  if (!below) return;
  const count = Number(below.dataset.count ?? 0) + more;
  below.hidden = false;
  below.dataset.count = count;
  below.dataset.question = question?.id ?? below.dataset.question ?? "";
  below.querySelector("[data-plain]").hidden = below.dataset.question !== "";
  below.querySelector("[data-asked]").hidden = below.dataset.question === "";
  below.querySelector("[data-more]").hidden = count === 0;
  below.querySelector("[data-more] b").textContent = count;
}

function takeBack(below) {
  below.hidden = true;
  below.dataset.question = "";
  below.dataset.count = 0;
}

export function startScrolling() {
  const below = button();
  if (!below || !isThread()) return;
  // A place that this page does not hold is not where one can be.
  if (!location.hash || !document.getElementById(location.hash.slice(1))) toBottom();
  below.addEventListener("click", () => {
    const question = document.getElementById(below.dataset.question);
    takeBack(below);
    if (!question) return toBottom();
    question.scrollIntoView({ block: "nearest", behavior: "instant" });
    question.querySelector("h2")?.focus({ preventScroll: true });
  });
  addEventListener("scroll", () => {
    if (atBottom()) takeBack(below);
  }, { passive: true });
}

// A box that narrows a long list: <div data-filter="id of the select or fieldset" hidden><input type="search"><small>.
// Without this script the box stays hidden and the list is an ordinary one. What is chosen never leaves the list.
(() => {
  "use strict";

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  function narrowSelect(select, all, wanted) {
    const shown = all.filter((option) => option.value === "" || option.selected || fold(option.text).includes(wanted));
    // Removed, not hidden: not every browser hides an option.
    select.replaceChildren(...shown);
    return all.filter((option) => option.value !== "" && fold(option.text).includes(wanted));
  }

  function narrowTicks(labels, wanted) {
    const matching = labels.filter((label) => fold(label.textContent).includes(wanted));
    for (const label of labels) {
      label.hidden = !matching.includes(label) && !label.querySelector("input").checked;
    }
    return matching;
  }

  function start(box) {
    const list = document.getElementById(box.dataset.filter);
    if (!list || box.dataset.started) return;
    box.dataset.started = "yes";
    const input = box.querySelector("input");
    const status = box.querySelector("[role=status]");
    const isSelect = list instanceof HTMLSelectElement;
    const all = isSelect ? [...list.options] : [...list.querySelectorAll("label:has(> input[type=checkbox])")];
    const total = isSelect ? all.filter((option) => option.value !== "").length : all.length;
    let matching = all;

    function narrow() {
      const wanted = fold(input.value.trim());
      matching = isSelect ? narrowSelect(list, all, wanted) : narrowTicks(all, wanted);
      status.textContent = wanted ? status.dataset.shown.replace("{n}", matching.length).replace("{all}", total) : "";
    }

    function goOn() {
      if (!isSelect) {
        matching.find((label) => !label.hidden)?.querySelector("input").focus();
        return;
      }
      if (matching.length === 1 && !matching[0].selected) {
        matching[0].selected = true;
        list.dispatchEvent(new Event("input", { bubbles: true }));
        list.dispatchEvent(new Event("change", { bubbles: true }));
      }
      list.focus();
    }

    // The box has no name and is nobody's answer: its events must not look like a person filling in the form.
    for (const kind of ["input", "change", "search"]) {
      input.addEventListener(kind, (event) => { event.stopPropagation(); narrow(); });
    }
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && input.value) {
        input.value = "";
        narrow();
      } else if (event.key === "Enter" || event.key === "ArrowDown") {
        goOn();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
    box.hidden = false;
  }

  const startAll = () => document.querySelectorAll("[data-filter]:not([data-started])").forEach(start);
  startAll();
  new MutationObserver(startAll).observe(document.documentElement, { childList: true, subtree: true });
})();

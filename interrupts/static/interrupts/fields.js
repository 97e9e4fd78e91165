// Comforts of single fields; each field works without them.
// data-slider="id of the number box": a slider that writes into the box. data-json: tells while typing whether it is JSON.
(() => {
  "use strict";

  function startSlider(slider) {
    const box = document.getElementById(slider.dataset.slider);
    if (!box) return;
    const follow = () => { if (box.value.trim() !== "" && Number.isFinite(Number(box.value))) slider.value = box.value; };
    follow();
    box.addEventListener("input", follow);
    slider.addEventListener("input", (event) => {
      event.stopPropagation();
      box.value = slider.value;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
    slider.hidden = false;
  }

  function check(area) {
    const note = area.parentElement.querySelector("[data-json-check]");
    if (!note) return;
    let sentence = "";
    try {
      if (area.value.trim()) JSON.parse(area.value);
    } catch (error) {
      sentence = `${note.dataset.jsonCheck} ${error.message}`;
    }
    if (note.textContent !== sentence) note.textContent = sentence;
    note.hidden = sentence === "";
  }

  function startJson(area) {
    let timer;
    area.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(check, 400, area); });
  }

  function startAll() {
    for (const element of document.querySelectorAll("[data-slider]:not([data-started]), [data-json]:not([data-started])")) {
      element.dataset.started = "yes";
      (element.hasAttribute("data-slider") ? startSlider : startJson)(element);
    }
  }
  startAll();
  new MutationObserver(startAll).observe(document.documentElement, { childList: true, subtree: true });
})();

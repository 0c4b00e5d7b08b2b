// The theme's script takes a phone more than a second, and a reader who only reads has no use for it.
// It is run at the first thing that a reader does. What it does at once, we do before: whoever wants
// dark colours has them, and the switch of colours is shown.
(() => {
  const root = document.documentElement;
  root.classList.replace("no-js", "js");
  const later = document.getElementById("pm-later");
  if (!later) return;

  const inputs = [...document.querySelectorAll("[data-md-component=palette] input")];
  const scheme = () => document.body.dataset.mdColorScheme;
  if (inputs.length && !__md_get("__palette")) {
    const wanted = inputs.find((input) => matchMedia(input.dataset.mdColorMedia).matches);
    if (wanted) document.body.dataset.mdColorScheme = wanted.dataset.mdColorScheme;
  }
  const current = inputs.find((input) => input.dataset.mdColorScheme === scheme());
  if (current) current.nextElementSibling.hidden = false;

  const EVENTS = ["pointermove", "pointerdown", "touchstart", "keydown", "input", "scroll"];
  let first = null;
  let chosen = null;

  const run = () => {
    const script = document.createElement("script");
    script.src = later.dataset.src;
    script.addEventListener("load", () => {
      removeEventListener("click", choose, true);
      // It waits for the end of parsing, which is long over.
      document$.next(document);
      // What was meant for the theme before it was there.
      if (first?.type === "keydown" && !first.defaultPrevented) {
        first.target.dispatchEvent(new KeyboardEvent("keydown", first));
      }
      if (chosen) document.getElementById(chosen.htmlFor).dispatchEvent(new Event("change"));
    });
    document.body.append(script);
  };
  const begin = (event) => {
    first = event;
    for (const name of EVENTS) removeEventListener(name, begin, true);
    run();
  };
  const choose = (event) => {
    chosen = event.target.closest?.("[data-md-component=palette] label") ?? chosen;
  };
  addEventListener("click", choose, true);
  for (const name of EVENTS) addEventListener(name, begin, { capture: true, passive: true });
  // A question in the address is the theme's to answer.
  if (new URLSearchParams(location.search).has("q")) begin(new Event("load"));
})();

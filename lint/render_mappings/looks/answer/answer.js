// The chosen Paddle release: in the address, else as it was chosen last, else the newest. What says of
// which releases it holds is shown for that one only (data-releases), or else folded (data-on).
(() => {
  const choice = document.querySelector(".pm-choice");
  if (!choice) return;
  const KEY = "paddle-release";
  const known = choice.dataset.known.split(" ");
  const buttons = known.map((release) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.paddle = button.textContent = release;
    return button;
  });
  choice.append(...buttons);
  // "3.1" is 3.1.1.
  const meant = (asked) => asked && known.findLast((one) => `${one}.`.startsWith(`${asked}.`));

  const moving = [...document.querySelectorAll("[data-on]")];
  const show = (release) => {
    for (const button of buttons) button.setAttribute("aria-pressed", button.dataset.paddle === release);
    for (const part of document.querySelectorAll("[data-releases]")) {
      part.hidden = !part.dataset.releases.split(" ").includes(release);
    }
    for (const cell of document.querySelectorAll("[data-column]")) {
      cell.classList.toggle("pm-chosen", cell.dataset.column === release);
    }
    for (const part of moving) {
      const section = part.closest(".pm-follow");
      const holds = part.dataset.on.split(" ").includes(release);
      section.querySelector(holds ? ".pm-here" : ".pm-elsewhere > ul").append(part);
    }
    for (const others of document.querySelectorAll(".pm-elsewhere")) {
      const count = others.lastElementChild.children.length;
      const summary = others.firstElementChild;
      others.hidden = !count;
      summary.textContent = summary.dataset.words.replace("{0}", count);
    }
  };

  const address = new URL(location.href);
  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // Without storage the choice holds for this page.
  }
  choice.hidden = false;
  const first = meant(address.searchParams.get("paddle")) || meant(kept);
  show(first || known.at(-1));

  choice.addEventListener("click", (event) => {
    const release = event.target.dataset.paddle;
    if (!release) return;
    show(release);
    address.searchParams.set("paddle", release);
    address.hash = location.hash;
    history.replaceState(history.state, "", address);
    try {
      localStorage.setItem(KEY, release);
    } catch {
      // See above.
    }
  });
})();

// Where the reader is, in the list of contents.
(() => {
  const links = [...document.querySelectorAll(".pm-contents a")];
  const at = new Map(links.map((link) => [document.querySelector(link.hash), link]));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const link of links) link.classList.toggle("pm-reading", link === at.get(entry.target));
      }
    },
    { rootMargin: "-10% 0px -70% 0px" },
  );
  for (const heading of at.keys()) seen.observe(heading);
})();

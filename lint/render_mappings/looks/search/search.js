// Names before full text: what is typed or pasted is read as the name of an API, and the entries of
// that name stand above what the theme's search finds, as do those of an operator. The list of names
// is fetched when the field is first used.
(() => {
  const SHOWN = 8;
  // What code calls torch's modules; a name that begins with one of these is written in full.
  const SHORT = {
    F: "torch.nn.functional",
    nn: "torch.nn",
    functional: "torch.nn.functional",
    optim: "torch.optim",
    init: "torch.nn.init",
    dist: "torch.distributed",
    Tensor: "torch.Tensor",
  };
  const field = () => document.querySelector("[data-md-component=search-query]");
  const base = () => JSON.parse(document.getElementById("__config").textContent).base;
  let names = null;

  // The names in a line of code or in a question: "x = torch.cat([a, b])", ".item()", "F.relu".
  const namesIn = (typed) => {
    const text = typed.trim().replace(/^[\w\s,.*[\]]+=(?!=)\s*/, "");
    const found = text.match(/^(@|\.*)([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)(.?)/);
    const called = [...text.matchAll(/[A-Za-z_][\w.]*(?=\()/g)].map(([path]) => ({ path }));
    if (!found) return called;
    const [, dots, path, next] = found;
    // Words that are no name are left to the full text.
    if (next && /[\s\w]/.test(next) && !dots && !path.includes(".")) return called;
    return [{ path: path.replace(/\s/g, ""), member: dots === "." }, ...called];
  };

  // Entries by how well they fit: the lower the better; of equals, the more used comes first.
  const fit = (entry, asked) => {
    const { path, member, full, last } = asked;
    if (entry.name === full) return 0;
    if (entry.targets.includes(full)) return 0.5;
    if (entry.lower === full.toLowerCase()) return 1;
    if (path.startsWith("paddle.")) {
      return entry.targets.some((target) => target.startsWith(path)) ? 6 : Infinity;
    }
    const method = entry.name.startsWith("torch.Tensor.");
    if (entry.name.endsWith(`.${path}`)) return member && !method ? 3 : 2;
    if (entry.lower.endsWith(`.${path.toLowerCase()}`)) return 3;
    // A variable stands before the dot.
    const receiver = path.includes(".") && !full.startsWith("torch.");
    if (receiver && entry.name.endsWith(`.${last}`)) return method ? 4 : 5;
    if (path.length > 2 && !receiver) {
      const end = entry.lower.slice(entry.lower.lastIndexOf(".") + 1);
      if (entry.lower.startsWith(full.toLowerCase()) || end.startsWith(path.toLowerCase())) return 6;
    }
    return Infinity;
  };

  const entriesOf = ({ path, member }) => {
    const [first, ...rest] = path.split(".");
    const known = Object.hasOwn(SHORT, first) && (rest.length || first === "Tensor");
    const full = (known && !member ? [SHORT[first], ...rest] : [first, ...rest]).join(".");
    const asked = { path, member, full, last: rest.length ? rest[rest.length - 1] : first };
    return names
      .map((entry, place) => ({ entry, place, fits: fit(entry, asked) }))
      .filter(({ fits }) => fits < Infinity)
      .sort((a, b) => a.fits - b.fits || a.place - b.place)
      .slice(0, SHOWN)
      .map(({ entry }) => entry);
  };

  // The operator that is typed, alone or with operands: "+=", "x & y", "x[1:] = 0".
  const signIn = (typed) => {
    // A decorator, or a word such as "drop-in".
    if (/^@\w|\w[-/]\w/.test(typed)) return "";
    return typed.replace(/^\w+\s*=(?!=)|\s/g, "").replace(/\[.*\]/, "[]").replace(/\w/g, "");
  };

  // What an operator, or the first name of a text that has an entry, leads to.
  const find = (typed) => {
    const sign = names && signIn(typed.trim());
    const operators = sign ? names.filter((entry) => entry.sign === sign) : [];
    if (operators.length) return operators.slice(0, SHOWN);
    for (const asked of names ? namesIn(typed) : []) {
      const found = entriesOf(asked);
      if (found.length) return found;
    }
    return [];
  };

  const item = (entry, place) => {
    const link = document.createElement("a");
    link.href = new URL(entry.url, new URL(`${base()}/`, location.href));
    link.className = "md-search-result__link";
    link.tabIndex = -1;
    const article = document.createElement("article");
    article.className = "md-search-result__article md-typeset";
    // The theme opens what scores highest when Enter is pressed.
    article.dataset.mdScore = 1e6 - place;
    const name = document.createElement("strong");
    name.textContent = entry.name;
    const target = document.createElement("span");
    target.textContent = entry.targets[0] || "";
    article.append(name, target);
    link.append(article);
    const line = document.createElement("li");
    line.className = "md-search-result__item";
    line.append(link);
    return line;
  };

  const show = () => {
    const result = document.querySelector("[data-md-component=search-result]");
    if (!result) return;
    let list = result.querySelector(".pm-exact");
    if (!list) {
      list = document.createElement("ol");
      list.className = "md-search-result__list pm-exact";
      result.prepend(list);
      new MutationObserver(() => once(list)).observe(list.parentElement, {
        childList: true,
        subtree: true,
      });
    }
    list.replaceChildren(...find(field().value).map(item));
  };

  // What stands in our list is left out of the theme's; of pasted code all the rest is chance.
  const once = (list) => {
    const path = (link) => link.href.replace(/[?#].*/, "");
    const found = new Set([...list.querySelectorAll("a")].map(path));
    const pasted = found.size > 0 && field().value.includes("(");
    for (const other of list.parentElement.querySelectorAll(":scope > ol:not(.pm-exact) > li")) {
      const link = other.querySelector("a");
      other.hidden = pasted || (Boolean(link) && found.has(path(link)));
    }
  };

  const load = async () => {
    if (names) return;
    names = [];
    const answer = await fetch(new URL("names.json", new URL(`${base()}/`, location.href)));
    const rows = await answer.json();
    names = rows.map(([name, url, sign, ...targets]) => {
      return { name, url, sign, targets, lower: name.toLowerCase() };
    });
    show();
  };

  document.addEventListener("focusin", (event) => event.target === field() && load());
  document.addEventListener("input", (event) => event.target === field() && show());
  document.addEventListener("reset", (event) => event.target.contains(field()) && setTimeout(show));
})();

// Names before full text: what is typed or pasted is looked up by name, and what that finds stands
// above what the theme's search finds. All of it is fetched when the field is first used. From
// anywhere, `/` leads to the field (the theme does that), on the home page whatever is typed.
(() => {
  const assets = new URL(".", document.currentScript.src);
  const field = document.querySelector("[data-md-component=search-query]");
  const result = document.querySelector("[data-md-component=search-result]");
  if (!field || !result) return;
  let search = null;

  const item = (found, place) => {
    const link = document.createElement("a");
    link.href = new URL(found.url, new URL("../", assets));
    link.className = "md-search-result__link";
    link.tabIndex = -1;
    const article = document.createElement("article");
    article.className = `md-search-result__article md-typeset pm-found--${found.kind}`;
    // The theme opens what scores highest when Enter is pressed.
    article.dataset.mdScore = 1e6 - place;
    const name = document.createElement("strong");
    name.textContent = found.name;
    const note = document.createElement("span");
    note.textContent = found.note;
    article.append(name, note);
    link.append(article);
    const line = document.createElement("li");
    line.className = "md-search-result__item";
    line.append(link);
    return line;
  };

  const list = document.createElement("ol");
  list.className = "md-search-result__list pm-exact";
  // The theme knows its own parts as the first and the last; the style shows ours above them.
  result.firstElementChild.after(list);

  const show = () => list.replaceChildren(...(search ? search.find(field.value) : []).map(item));

  // What stands in our list is left out of the theme's; of pasted code all the rest is chance.
  const once = () => {
    const path = (link) => link.href.replace(/[?#].*/, "");
    const found = new Set([...list.querySelectorAll("a")].map(path));
    const pasted = found.size > 0 && field.value.includes("(");
    for (const other of result.querySelectorAll(":scope > ol:not(.pm-exact) > li")) {
      const link = other.querySelector("a");
      other.hidden = pasted || (Boolean(link) && found.has(path(link)));
    }
  };
  new MutationObserver(once).observe(result, { childList: true, subtree: true });

  const load = async () => {
    if (search) return;
    search = { find: () => [] };
    const names = fetch(new URL("../names.json", assets)).then((answer) => answer.json());
    const { finder } = await import(new URL("finding.js", assets));
    search = finder(await names);
    show();
  };

  field.addEventListener("focus", load);
  field.addEventListener("input", show);
  field.form.addEventListener("reset", () => setTimeout(show));
  // The theme may have taken a question from the address (`?q=`) before this script runs.
  if (document.activeElement === field) load();

  const open = () => {
    const toggle = document.querySelector("[data-md-toggle=search]");
    if (!toggle.checked) toggle.click();
    field.focus();
  };
  const box = document.querySelector("[data-search]");
  if (!box) return;
  box.addEventListener("click", open);
  // The box has the focus when the home page is opened: what is typed goes on in the field, Chinese
  // once it is composed.
  const pass = (event) => {
    if (event.isComposing || !box.value) return;
    field.value = box.value.replace(/^\//, "");
    box.value = "";
    open();
    show();
  };
  box.addEventListener("input", pass);
  box.addEventListener("compositionend", pass);
  if (document.activeElement === document.body) box.focus({ preventScroll: true });
})();

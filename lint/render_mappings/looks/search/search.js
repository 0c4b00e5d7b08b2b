// What is typed or pasted is looked up by name, and words in an index, in one list. All of it is
// fetched when the field is first used, the names first. From anywhere, `/` leads to the field (the
// theme does that), on the home page whatever is typed.
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

  const show = () => {
    const found = search ? search.find(field.value, search.ranked) : [];
    list.replaceChildren(...found.map(item));
  };

  const read = (name) => fetch(new URL(`../${name}`, assets)).then((answer) => answer.json());
  const load = async () => {
    if (search) return;
    search = { find: () => [] };
    const [names, words] = [read("names.json"), read("words.json")];
    const { finder } = await import(new URL("finding.js", assets));
    search = finder(await names);
    show();
    const { wordFinder } = await import(new URL("words.js", assets));
    search.ranked = wordFinder(await names, await words).find;
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

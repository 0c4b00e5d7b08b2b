// Code is converted by a worker, which is started once the reader begins. What is shown of it is text
// alone: code in an address is a stranger's.
(() => {
  const page = document.querySelector(".pm-convert");
  if (!page) return;
  // Characters; and milliseconds: after the last key, and until a question is given up.
  const [MOST, LONGEST_LINK] = [200_000, 16_000];
  // Python is loaded once, over a slow network, too.
  const [PAUSE, PATIENCE, LOADING] = [300, 60_000, 120_000];
  const KEY = "converted-code";
  const BAD = ["syntax", "unreadable", "large", "failed", "slow", "wasm", "broke", "uncopied", "long", "unlinked"];
  const said = JSON.parse(page.dataset.said);
  const source = page.querySelector("textarea");
  const result = page.querySelector("pre");
  const status = page.querySelector("[role=status]");
  const left = page.querySelector(".pm-convert__left");
  const buttons = [...page.querySelectorAll("[data-do]")];
  const address = (name) => new URL(page.dataset[name], document.baseURI).href;

  let worker = null;
  let ready = false;
  let asked = false; // whether an answer is to come
  let waiting = false; // whether there is more to ask
  let patience = 0;
  let code = null;

  const tell = (key, ...values) => {
    status.textContent = values.reduce((text, value, at) => text.replace(`{${at}}`, () => value), said[key] || "");
    status.classList.toggle("pm-convert__status--bad", BAD.includes(key));
  };

  const element = (tag, className, text = "") => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    node.textContent = text;
    return node;
  };

  // What stands in backticks is code.
  const worded = (text) => text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 ? element("code", "", part) : part));

  const show = (found) => {
    code = found ? found.code : null;
    result.replaceChildren(...(found ? found.lines : []).map(line));
    for (const button of buttons) button.disabled = code === null;
    list(found ? found.findings : []);
    left.hidden = !found || !found.findings.length;
  };

  const line = ({ parts, gone, maybe, ...marked }) => {
    if (gone) {
      const node = element("del", "");
      // A picture of what stood there, which is neither selected nor read out as code.
      node.dataset.gone = gone.join("\n");
      return node;
    }
    const node = element("span", marked.new ? "pm-convert__new" : "");
    node.append(...parts.map(([text, written]) => (written ? element("ins", "", text) : text)));
    if (maybe) {
      // It is no code either.
      const note = element("small", "");
      note.dataset.maybe = said.maybe.replace("{0}", maybe.join(", "));
      node.classList.add("pm-convert__maybe");
      node.append(note);
    }
    node.append("\n");
    return node;
  };

  const list = (findings) => {
    for (const section of left.querySelectorAll("details")) {
      const own = findings.filter((one) => one.kind === section.dataset.kind);
      const alike = Map.groupBy(own, (one) => `${one.api}\n${one.text}`);
      section.hidden = !own.length;
      section.querySelector(".pm-count").textContent = own.length;
      section.querySelector("ul").replaceChildren(...[...alike.values()].map(finding));
    }
  };

  const finding = (alike) => {
    const [{ api, url, text }] = alike;
    const node = element("li", "");
    const name = element(url ? "a" : "span", "");
    if (url) name.href = new URL(url, address("root"));
    name.append(element("code", "", api));
    const places = [...new Set(alike.map((one) => one.line))].map((number) => {
      const button = element("button", "", said.line.replace("{0}", number));
      button.type = "button";
      button.dataset.line = number;
      return button;
    });
    node.append(name, " ", ...worded(text), " ", ...places);
    return node;
  };

  const stop = () => {
    clearTimeout(patience);
    worker?.terminate();
    [worker, ready, asked] = [null, false, false];
    page.removeAttribute("aria-busy");
  };

  const giveUp = (why) => {
    stop();
    show(null);
    tell(why);
  };

  const wait = () => {
    tell("converting");
    patience = setTimeout(giveUp, PATIENCE, "broke");
  };

  const heard = ({ data }) => {
    if (data.ready) {
      clearTimeout(patience);
      ready = true;
      if (asked) wait();
      return;
    }
    if (data.trouble) {
      giveUp(data.trouble);
      return;
    }
    clearTimeout(patience);
    asked = false;
    page.removeAttribute("aria-busy");
    if (waiting) {
      ask();
      return;
    }
    const found = JSON.parse(data.answer);
    show(found.error ? null : found);
    if (found.error === "syntax") tell("syntax", found.line ?? "?", found.said);
    else if (found.error) tell("unreadable", found.said);
    else if (found.uses || found.findings.length) tell("done", found.uses, found.findings.length);
    else tell("nothing");
  };

  const begin = () => {
    if (worker) return true;
    if (typeof WebAssembly !== "object") {
      tell("wasm");
      return false;
    }
    patience = setTimeout(giveUp, LOADING, "slow");
    worker = new Worker(address("worker"), { type: "module" });
    worker.addEventListener("message", heard);
    worker.addEventListener("error", () => giveUp("failed"));
    worker.postMessage({ runtime: address("runtime"), packed: address("packed") });
    return true;
  };

  const release = () => page.querySelector(".pm-choice [aria-pressed=true]").dataset.paddle;

  const ask = () => {
    waiting = asked;
    if (waiting) return;
    const text = source.value;
    if (!text.trim() || text.length > MOST) {
      show(null);
      if (text.trim()) tell("large", text.length.toLocaleString("en"), MOST.toLocaleString("en"));
      else tell("");
      return;
    }
    if (!begin()) return;
    asked = true;
    page.setAttribute("aria-busy", "true");
    if (ready) wait();
    else tell("loading");
    worker.postMessage({ source: text, release: release(), language: document.documentElement.lang });
  };

  // Other pages and the other language are visited without losing the code.
  const keep = () => {
    try {
      sessionStorage.setItem(KEY, source.value);
    } catch {
      // Then it is lost.
    }
  };
  const kept = () => {
    try {
      return sessionStorage.getItem(KEY) || "";
    } catch {
      return "";
    }
  };

  // An address holds the code as it is (`#code=`) or packed (`#packed=`), which is shorter.
  const through = async (bytes, stream, most) => {
    const chunks = [];
    let length = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    for (let { value } = await reader.read(); value; { value } = await reader.read()) {
      length += value.length;
      if (length > most) throw new Error("too long");
      chunks.push(value);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  };

  const packed = async (text) => {
    const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), MOST);
    const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };

  const unpacked = async (text) => {
    const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(characters, (one) => one.charCodeAt(0));
    // A character is at most four bytes.
    const plain = await through(bytes, new DecompressionStream("deflate-raw"), 4 * MOST);
    return new TextDecoder().decode(plain);
  };

  const linked = async () => {
    const [, way, text] = /^#(code|packed)=(.*)$/s.exec(location.hash) || [];
    // From here on the code is kept as it is changed.
    if (way) history.replaceState(history.state, "", location.pathname + location.search);
    if (way === "code") return decodeURIComponent(text);
    return way && unpacked(text);
  };

  const copy = async (text, key) => {
    try {
      await navigator.clipboard.writeText(text);
      tell(key);
    } catch {
      tell("uncopied");
    }
  };

  const does = {
    copy: () => copy(code, "copied"),
    download: () => {
      const file = element("a", "");
      file.href = URL.createObjectURL(new Blob([code], { type: "text/x-python" }));
      file.download = "converted.py";
      file.click();
      URL.revokeObjectURL(file.href);
    },
    link: async () => {
      const link = new URL(location.href);
      link.hash = `packed=${await packed(source.value)}`;
      if (link.href.length > LONGEST_LINK) {
        tell("long");
        return;
      }
      copy(link.href, "linked");
    },
  };

  const select = (number) => {
    const lines = source.value.split("\n");
    const start = lines.slice(0, number - 1).reduce((sum, one) => sum + one.length + 1, 0);
    source.focus();
    source.setSelectionRange(start, start + (lines[number - 1] || "").length);
    const height = Number.parseFloat(getComputedStyle(source).lineHeight);
    source.scrollTop = (number - 1) * height - source.clientHeight / 2;
  };

  let pause = 0;
  source.addEventListener("input", () => {
    keep();
    begin();
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE);
  });
  source.addEventListener("focus", begin, { once: true });
  page.querySelector(".pm-choice").addEventListener("click", (event) => {
    if (event.target.dataset.paddle) ask();
  });
  page.addEventListener("click", ({ target }) => {
    if (target.dataset.do) does[target.dataset.do]();
    if (target.dataset.line) select(Number(target.dataset.line));
  });

  const open = async () => {
    try {
      source.value = (await linked()) || kept() || source.value;
    } catch {
      tell("unlinked");
      return;
    }
    keep();
    if (source.value) ask();
  };
  addEventListener("hashchange", open);
  open();
})();

// What pages need that lead to entries: the names, and a list of links.
import { finder } from "./finding.js";

// The root of the language.
export const root = new URL("../", import.meta.url);

let loaded = null;

export const known = () => {
  loaded ||= fetch(new URL("names.json", root))
    .then((answer) => answer.json())
    .then(finder);
  return loaded;
};

const MOST = 8;
const SIGNS = { entry: "→ ", paddle: "← " };

export const listed = (found) => {
  const once = [...new Map(found.map((one) => [one.url, one])).values()];
  return once.slice(0, MOST).map(({ name, url, note, kind }) => {
    const line = document.createElement("li");
    const link = document.createElement("a");
    link.href = new URL(url, root);
    link.textContent = name;
    line.append(link, note && ` ${SIGNS[kind] || ""}${note}`);
    return line;
  });
};

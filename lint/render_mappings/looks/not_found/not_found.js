// An address that nothing is at: of a name in another spelling, to its entry; else what is near.
import { known, listed, root } from "./lookup.js";

const decoded = (path) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a lone `%`
  }
};
const address = decoded(location.pathname).slice(root.pathname.length);
const asked = address
  .replace(/(\/|\/index\.html|\.html)$/, "")
  .split("/")
  .pop();

// The API whose name is meant: "/gather", "/torch.gather", "/api/TORCH.GATHER".
const meant = (search) => {
  const candidates = [`torch.${asked}`, asked].flatMap((name) => search.find(name).slice(0, 1));
  const ends = (name, end) => `.${name}`.endsWith(`.${end}`);
  return (
    candidates.find(({ name }) => ends(name, asked)) ||
    candidates.find(({ name }) => ends(name.toLowerCase(), asked.toLowerCase()))
  );
};

const suggest = async () => {
  const search = await known();
  const found = meant(search);
  if (found) return location.replace(new URL(found.url, root));
  // Pages that are no entries have lower case.
  // As a path it stays on this site, whatever it holds: `//host/x` alone is an address elsewhere.
  const lower = new URL(root);
  lower.pathname += address.toLowerCase();
  if (address !== address.toLowerCase() && (await fetch(lower, { method: "HEAD" })).ok) {
    return location.replace(lower);
  }
  const near = listed(search.find(asked));
  document.querySelector(".pm-not-found p").hidden = !near.length;
  document.querySelector(".pm-not-found ul").append(...near);
};

if (address.startsWith("zh/")) {
  // The page of the reader's language stands in the place of this one.
  const page = await (await fetch(new URL("zh/404.html", root))).text();
  document.open();
  document.write(page);
  document.close();
} else if (asked) {
  await suggest();
}

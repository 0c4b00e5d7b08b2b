// Names as their initials ("sdpa", "mse", "lstm"), and written as words ("one hot").

// Words that names write as one.
const JOINED = /(multi|log|soft)(?=head|softmax|sigmoid|margin|label)/gi;
const HUMPS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+\w*/g;

const lastOf = (name) => name.slice(name.lastIndexOf(".") + 1);

const partsOf = (name) => {
  return lastOf(name).replace(JOINED, "$1_").split("_").flatMap((part) => part.match(HUMPS) || []);
};

// A name without what stands between its words, and of how many it is.
export const squashed = (name) => {
  const last = lastOf(name);
  const parts = last.split("_").flatMap((part) => part.match(HUMPS) || []).length;
  return { parts, whole: last.replace(/_/g, "").toLowerCase() };
};

// The places of names by their initials, in the order of the names.
export const initialsOf = (names) => {
  const places = new Map();
  const add = (short, place) => {
    if (!places.has(short)) places.set(short, []);
    if (!places.get(short).includes(place)) places.get(short).push(place);
  };
  // "BCE" of "BCELoss": short for something in other names, too.
  const capitals = new Set();
  const parted = names.map((name) => partsOf(name));
  for (const parts of parted) {
    if (/^[A-Z]{2,}$/.test(parts[0] || "") && parts.length > 1) capitals.add(parts[0].toLowerCase());
  }
  parted.forEach((parts, place) => {
    if (parts.length < 2) return;
    const first = parts[0].toLowerCase();
    if (capitals.has(first)) add(first, place);
    const initials = parts.map(([letter]) => letter.toLowerCase()).join("");
    // Without the last word, too, such as "mha" of `multi_head_attention_forward`.
    for (const short of [initials, initials.slice(0, -1)]) if (short.length > 2) add(short, place);
  });
  return places;
};

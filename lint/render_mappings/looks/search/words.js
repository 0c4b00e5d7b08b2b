// From words to what they are about, in one ranking: entries, gotchas, pages. What each word tells
// of each document was worked out when the site was built (`word_index.py`); here it is added up.
import { distance } from "./distance.js";

const HAN = /[\u4e00-\u9fff]/;
const CAMEL = /\b[A-Za-z]*[a-z][A-Z]\w*/g;
const HUMP = /([a-z\d])([A-Z])/g;
const PIECES = /[\u4e00-\u9fff]+|[a-z\d]+(?:[_.][a-z\d]+)*/g;
const POSTING = /([A-Z])([\da-z]*)/g;
// As in `word_index.py`.
const [STEP, LEAST] = [1.55, 0.1];
// How much a page is worth, all else alike: what is written of a trap or a task, more than a name.
const WORTH = { gotcha: 1.15, rare: 0.95, page: 1, entry: 0.85, rule: 0.5 };
// Of what a document leads to the first is meant most.
const LATER = 0.06;
// What is not typed in full, and what is mistyped.
const [BEGUN, NEARLY] = [0.7, 0.6];
// What a document is worth that answers next to nothing of a question, beside one that answers all.
const PART = 0.25;
// A page has what its best document tells, and so much of the second best.
const SECOND = 0.5;
// What has less than this of the best is about something else.
const ENOUGH = 0.35;
const SHOWN = 20;

// A word without its ending: "transposed", "transposes", "transposing" are one.
const stem = (word) => {
  if (word.length < 4 || /\d/.test(word)) return word;
  let bare = word
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "")
    .replace(/i[sz](?:e|ed|ing|ation|er)$/, "iz");
  if (bare.length > 5) bare = bare.replace(/(?:ing|ed)$/, "");
  if (bare !== word) bare = bare.replace(/([bdgmnprt])\1$/, "$1");
  return bare.length > 3 ? bare.replace(/e$/, "") : bare;
};

const escaped = (text) => text.replace(/[-.*+?^${}()|[\]\\]/g, "\\$&");

// What cuts texts into words, where those with one meaning are one; `cutting.py` does the same.
export const cutter = (same) => {
  const [words, phrases] = [new Map(), new Map()];
  for (const all of same) {
    const first = all[0].replace(/[^a-z\d]/g, "");
    for (const word of all.filter(Boolean)) {
      const simple = /^[a-z\d]+$/.test(word);
      (simple ? words : phrases).set(simple ? stem(word) : word, first);
    }
  }
  const longest = [...phrases.keys()].sort((a, b) => b.length - a.length);
  const alternatives = longest.map((one) => (HAN.test(one) ? escaped(one) : `\\b${escaped(one)}\\b`));
  const phrase = new RegExp(alternatives.join("|"), "g");

  return (text) => {
    const cut = [];
    const parted = text.replace(CAMEL, (word) => `${word} ${word.replace(HUMP, "$1 $2")}`);
    const plain = parted.toLowerCase().replace(phrase, (found) => {
      return ` ${phrases.get(found)} ${HAN.test(found) ? "" : found} `;
    });
    for (const [piece] of plain.matchAll(PIECES)) {
      if (HAN.test(piece)) {
        for (let at = 0; at + 1 < piece.length; at++) cut.push(piece.slice(at, at + 2));
        continue;
      }
      const parts = piece.split(/[_.]/);
      if (parts.length > 1) cut.push(piece.slice(piece.lastIndexOf(".") + 1));
      for (const part of parts) {
        const bare = stem(part);
        const word = words.has(bare) ? words.get(bare) : bare;
        if (word.length > 1 && !/^\d+$/.test(word)) cut.push(word);
      }
    }
    return cut;
  };
};

// `names` is what `names.json` has, `data` what `words.json` has.
export const wordFinder = (names, data) => {
  const cut = cutter(data.same);
  const terms = data.terms.split(" ");
  const told = data.told.split(" ");
  const places = new Map(terms.map((term, place) => [term, place]));
  const total = data.leads.length;
  const rows = names.entries;

  // What a document leads to: a page, or after those an entry.
  const page = (lead) => {
    if (lead >= data.pages.length) {
      const [name, url, , target = ""] = rows[lead - data.pages.length];
      return { url, name, note: target, kind: "entry" };
    }
    const [url, name, kind, rare] = data.pages[lead];
    return { url, name, note: data.labels[kind], kind, rare };
  };

  const postings = (place, share, into) => {
    let document = -1;
    for (const [, level, further] of told[place].matchAll(POSTING)) {
      document += (further ? parseInt(further, 36) : 0) + 1;
      const tells = share * LEAST * STEP ** (level.charCodeAt(0) - 65);
      if (!(into.get(document) >= tells)) into.set(document, tells);
    }
  };

  // The terms that a word may stand for, each with how surely.
  const meant = (word, begun) => {
    const exact = places.get(word);
    const found = exact === undefined ? [] : [[exact, 1]];
    const mistyped = exact === undefined && /^[a-z]{4,}$/.test(word);
    if (!begun && !mistyped) return found;
    const most = word.length < 6 ? 1 : 2;
    terms.forEach((term, place) => {
      if (place === exact) return;
      if (begun && term.startsWith(word)) found.push([place, BEGUN]);
      else if (mistyped && Math.abs(term.length - word.length) <= most && /^[a-z]+$/.test(term)) {
        const away = distance(term, word);
        if (away <= most) found.push([place, NEARLY / away]);
      }
    });
    return found;
  };

  // What is typed as words with the documents that they tell of, and how much they matter.
  const asked = (typed) => {
    const words = [...new Set(cut(typed))];
    const last = /[a-z]$/i.test(typed) ? words[words.length - 1] : "";
    return words.map((word) => {
      const documents = new Map();
      for (const [place, share] of meant(word, word === last && word.length > 2)) {
        postings(place, share, documents);
      }
      return { documents, matters: Math.log(1 + total / (documents.size + 0.5)) };
    });
  };

  const find = (typed) => {
    const words = asked(typed);
    const all = words.reduce((sum, { matters }) => sum + matters, 0);
    const documents = new Map();
    for (const { documents: told, matters } of words) {
      for (const [document, tells] of told) {
        const sum = documents.get(document) || [0, 0];
        documents.set(document, [sum[0] + tells, sum[1] + matters]);
      }
    }
    // By lead, what the two best documents tell.
    const leads = new Map();
    for (const [document, [tells, answered]] of documents) {
      const worth = tells * (PART + (1 - PART) * (answered / all));
      data.leads[document].forEach((lead, later) => {
        const score = worth * (1 - LATER * later);
        const [best, second] = leads.get(lead) || [0, 0];
        leads.set(lead, score > best ? [score, best] : [best, Math.max(second, score)]);
      });
    }
    const best = new Map();
    for (const [lead, [first, second]] of leads) {
      const found = page(lead);
      const score = WORTH[found.rare ? "rare" : found.kind] * (first + SECOND * second);
      const whole = found.url.replace(/#.*/, "");
      if (!(best.get(whole)?.score >= score)) best.set(whole, { ...found, score });
    }
    const ranked = [...best.values()].sort((a, b) => b.score - a.score).slice(0, SHOWN);
    return ranked.filter(({ score }) => score >= ENOUGH * ranked[0].score);
  };

  return { find };
};

// From what is typed or pasted to what it means: entries, torch APIs without one, gotchas, pages.
// `finder` takes what is in `names.json` and knows nothing of pages.
import { distance } from "./distance.js";
import { keywordInError, namesInError } from "./errors.js";
import { initialsOf, squashed } from "./initials.js";

const ALL = 20;
const SHOWN = 8;
const GOTCHAS = 3;
const NAMESAKES = 3;
// A gotcha that concerns more names is about none of them in particular.
const MANY = 25;
// How well a name fits: up to here it is the one asked for, or another of the same last part.
const STRONG = 5;
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
const HAN = /[\u4e00-\u9fff]/;
// So much of what is typed is the words of one line, and it is that which is asked.
const MOST = 0.6;
// Of the names in a question these are told before what answers it.
const IN_QUESTION = 1;
// So many entries are told of initials, of a name written as words, of a slip of the pen, of a keyword.
const OTHERWISE = 4;
// Where nothing else is an entry, that of a name in a question comes among the first three.
const BESIDE = 2;
// What is said of any keyword that is refused.
const ANY_KEYWORD = "gotcha/unexpected-keyword/";
const IN_PLACE = /原地|就地|(?:^|\s)in[- ]?place(?=\s|$)/i;

const UNTOLD = /\b(?:how|do|does|i|to|the|a|an|my|what|is|in|of|which|are|that|for|map) ?/g;

// Whether words are typed, and not a name or code.
const isQuestion = (typed) => {
  if (HAN.test(typed)) return true;
  const words = typed.match(/(?<![\w.'"`])[A-Za-z]{2,}(?![\w.([=])/g) || [];
  return words.length > 1 && /[A-Za-z]{2,},? [A-Za-z]{2,}/.test(typed);
};

// The names in a line of code or in a question, the first meant most: "x = torch.cat([a, b])",
// ".item()", "F.relu", "does paddle.max return indices".
const namesIn = (typed) => {
  const text = typed.trim().replace(/^[\w\s,.*[\]]+=(?!=)\s*/, "");
  const paths = (pattern) => [...text.matchAll(pattern)].map(([path]) => ({ path }));
  const others = [
    ...paths(/(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g),
    ...paths(/[A-Za-z_][\w.]*(?=\()/g),
    // Of words, those that look like code.
    ...paths(/\b[A-Za-z]+(?:_\w+|\d\w*|(?<=[a-z])[A-Z]\w*)/g),
  ];
  const found = text.match(/^(@|\.*)([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)(.?)/);
  if (!found) return others;
  const [, dots, path, next] = found;
  // Words that are no name are left to other ways of finding.
  if (next && /[\s\w]/.test(next) && !dots && !path.includes(".")) return others;
  return [{ path: path.replace(/\s/g, ""), member: dots === "." }, ...others];
};

const spelledOut = ({ path, member }) => {
  const [first, ...rest] = path.split(".");
  const known = Object.hasOwn(SHORT, first) && (rest.length || first === "Tensor");
  const full = (known && !member ? [SHORT[first], ...rest] : [first, ...rest]).join(".");
  const last = rest.length ? rest[rest.length - 1] : first;
  return {
    ...{ path, member, full, last, lower: full.toLowerCase(), begin: path.toLowerCase() },
    ...{ end: `.${path}`, lowerEnd: `.${path.toLowerCase()}`, lastEnd: `.${last}` },
    paddle: path.startsWith("paddle."),
    same: path.replace(/^paddle\./, "torch."),
    // A variable stands before the dot.
    receiver: path.includes(".") && !full.startsWith("torch."),
  };
};

// The lower, the better.
const fit = (entry, asked) => {
  const { name, lower, targets, method, last } = entry;
  if (name === asked.full) return 0;
  if (targets.includes(asked.full)) return 0.5;
  if (lower === asked.lower) return 1;
  if (asked.paddle) {
    if (name === asked.same) return STRONG;
    return targets.some((target) => target.startsWith(asked.path)) ? 6 : Infinity;
  }
  if (name.endsWith(asked.end)) return asked.member && !method ? 3 : 2 + Number(entry.rare) / 4;
  if (lower.endsWith(asked.lowerEnd)) return 3;
  if (asked.receiver) return name.endsWith(asked.lastEnd) ? STRONG - Number(method) : Infinity;
  if (asked.path.length < 3) return Infinity;
  if (targets.some((target) => target.endsWith(asked.end))) return STRONG;
  return lower.startsWith(asked.lower) || last.startsWith(asked.begin) ? 6 : Infinity;
};

// The same of a name on Paddle's side.
const fitPaddle = ({ name, lower }, asked) => {
  if (name === asked.full) return 0;
  if (lower === asked.lower) return 1;
  if (asked.paddle) return name.startsWith(asked.path) ? 6 : Infinity;
  // "compat.sort"; what code calls torch's modules is meant as torch's.
  return asked.full === asked.path && name.endsWith(asked.end) ? STRONG - 0.5 : Infinity;
};

// The operator that is typed, alone or with operands: "+=", "x & y", "x[1:] = 0".
const signIn = (typed) => {
  // A decorator, or a word such as "drop-in".
  if (/^@\w|\w[-/]\w/.test(typed)) return "";
  // The minus of a number is none: "ignore_index=-100".
  const plain = typed.replace(/(^|[\s=(,])-\d[\w.]*/g, "$1");
  return plain.replace(/^\w+\s*=(?!=)|\s/g, "").replace(/\[.*\]/, "[]").replace(/\w/g, "");
};

const wordsOf = (text) => {
  const words = text.toLowerCase().split(/[^\w.\u4e00-\u9fff]+/).filter(Boolean);
  return words.map((word) => (/[^s]s$/.test(word) ? word.slice(0, -1) : word));
};

// How many letters of a question a phrase answers; words may stand in any order, the last one may
// be unfinished.
const answers = (phrase, typed, words) => {
  const unfinished = typed.length - 0.5;
  if (HAN.test(phrase)) {
    if (typed.includes(phrase)) return phrase.length;
    return phrase.startsWith(typed) ? unfinished : 0;
  }
  const wanted = wordsOf(phrase);
  if (wanted.every((word) => words.includes(word))) return phrase.length;
  const last = words[words.length - 1];
  const begun = words.slice(0, -1).every((word) => wanted.includes(word));
  const goesOn = last.length > 2 && wanted.some((word) => word.startsWith(last));
  return begun && goesOn ? unfinished : 0;
};

// The letters of what is typed that a phrase has to answer.
const lettersOf = (typed, words) => {
  return HAN.test(typed) ? typed.replace(/\s/g, "").length : words.join(" ").replace(UNTOLD, "").length;
};

export const finder = (data) => {
  const named = (name, url, sign, targets, kind) => {
    const lower = name.toLowerCase();
    const [last, method] = [lower.slice(lower.lastIndexOf(".") + 1), name.startsWith("torch.Tensor.")];
    // A method of a class of which few variables are, such as a generator.
    const rare = /\.[A-Z]\w*\.\w+$/.test(name) && !method;
    return { name, url, sign, targets, kind, note: targets[0] || "", lower, last, method, rare };
  };
  const entries = data.entries.map(([name, url, sign, ...targets]) => {
    return named(name, url, sign, targets, "entry");
  });
  const missing = Object.entries(data.missing).flatMap(([owner, lasts]) => {
    return lasts.split(" ").map((last) => {
      const name = `${owner}.${last}`;
      return { ...named(name, `not-mapped/?name=${name}`, "", [], "missing"), note: data.labels.missing };
    });
  });
  const paddle = data.paddle.map(([name, url, mapped]) => named(name, url, "", [mapped], "paddle"));
  const note = data.labels.gotcha;
  const gotchas = data.gotchas.map(([name, url, ...names]) => ({ name, url, names, note, kind: "gotcha" }));
  const byUrl = new Map([...entries, ...gotchas].map((item) => [item.url, item]));
  for (const [url, name] of Object.entries(data.pages)) byUrl.set(url, { name, url, note: "", kind: "page" });

  const ofParameter = (parameter) => {
    const rows = Object.hasOwn(data.parameters, parameter) ? data.parameters[parameter] : [];
    return rows.map(([place, torch, paddle]) => {
      return { ...entries[place], note: `${torch || "–"} → ${paddle || "–"}`, kind: "parameter" };
    });
  };

  // Names with how they fit, best first; of equals, the more used, as they are sorted.
  const fitting = (among, asked, how = fit) => {
    const found = [];
    for (const entry of among) {
      const fits = how(entry, asked);
      if (fits < Infinity) found.push({ ...entry, fits });
    }
    return found.sort((a, b) => a.fits - b.fits);
  };

  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  // The in-place forms of entries, where that is asked for, and then themselves.
  const inPlace = (items) => {
    const forms = items.flatMap(({ name = "" }) => [`${name}_`, `torch.Tensor.${name.replace(/.*\./, "")}_`]);
    return [...forms.map((name) => byName.get(name)).filter(Boolean), ...items];
  };

  const ofWords = (typed) => {
    const bare = typed.replace(IN_PLACE, " ").trim();
    const found = bare && bare !== typed.trim() ? inPlace([...ofPhrases(bare), ...entries.filter(({ last }) => last === bare)]) : [];
    return [...found, ...ofPhrases(typed)];
  };

  const ofPhrases = (typed) => {
    const text = typed.trim().toLowerCase();
    const words = wordsOf(text);
    if (!words.length || /[(=[]/.test(text)) return [];
    const good = data.asked.map(([phrases, urls]) => {
      return { urls, letters: Math.max(...phrases.map((one) => answers(one.toLowerCase(), text, words))) };
    });
    const best = good.reduce((one, other) => (other.letters > one.letters ? other : one));
    if (best.letters < MOST * lettersOf(text, words)) return [];
    return best.urls.flatMap((url) => {
      const [, parameter] = url.match(/^parameter:(.*)/) || [];
      return parameter ? ofParameter(parameter).slice(0, 3) : byUrl.get(url);
    });
  };

  const ofGotchas = (name) => {
    const weight = (gotcha) => (gotcha.name.includes(name) ? 0 : gotcha.names.length);
    const found = gotchas.filter((one) => one.names.includes(name) && weight(one) <= MANY);
    return found.sort((a, b) => weight(a) - weight(b)).slice(0, GOTCHAS);
  };

  // Names that somebody may have mistyped as this one, those of the same last part by their owners.
  const nearest = (name) => {
    const last = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    if (last.length < 3) return [];
    const most = last.length < 6 ? 1 : 2;
    const far = (entry) => {
      return Math.abs(entry.last.length - last.length) > most ? Infinity : distance(entry.last, last);
    };
    const found = [...entries, ...paddle, ...missing].map((entry) => ({ entry, away: far(entry) }));
    const near = found.filter(({ away }) => away <= most);
    const whole = new Map(near.map(({ entry }) => [entry, distance(entry.lower, name.toLowerCase())]));
    near.sort((a, b) => a.away - b.away || whole.get(a.entry) - whole.get(b.entry));
    return near.slice(0, SHOWN).map(({ entry }) => entry);
  };

  // Entries of which a word is the initials ("sdpa"), or which are written as words ("one hot").
  const spelled = [...entries.entries()].map(([place, { name }]) => ({ place, ...squashed(name) }));
  let initials = null;
  const ofInitials = (typed) => {
    const word = typed.trim().toLowerCase();
    if (!/^[a-z][a-z\d]{1,5}$/.test(word)) return [];
    initials ||= initialsOf(entries.map(({ name }) => name));
    return (initials.get(word) || []).slice(0, OTHERWISE).map((place) => entries[place]);
  };
  const ofParts = (typed) => {
    const parts = typed.trim().toLowerCase().split(/[\s_-]+/);
    if (parts.length < 2 || !parts.every((part) => /^[a-z\d]+$/.test(part))) return [];
    for (let most = parts.length; most > 1; most--) {
      const begun = parts.slice(0, most).join("");
      const found = spelled.filter(({ parts: own, whole }) => whole === begun && (own > 1 || most === parts.length));
      // Of a question it is a part, which something else may answer.
      const told = found.slice(0, most === parts.length ? OTHERWISE : IN_QUESTION);
      if (told.length) return told.map(({ place }) => entries[place]);
    }
    return [];
  };

  // Entries of a name with one wrong letter or two that have changed places; a name is meant sooner
  // than words that are like it.
  const ofSlip = (typed) => {
    const word = typed.trim().toLowerCase();
    if (!/^[a-z]\w{4,}$/.test(word)) return [];
    const near = entries.filter(({ last }) => Math.abs(last.length - word.length) < 2 && distance(last, word) === 1);
    return near.slice(0, OTHERWISE);
  };

  // What an unexpected keyword is about: entries that call it otherwise first, and gotchas.
  const ofKeyword = (keyword) => {
    if (!keyword) return [];
    const rows = Object.hasOwn(data.parameters, keyword) ? data.parameters[keyword] : [];
    const renamed = rows.filter(([, torch, paddle]) => torch === keyword && paddle !== keyword);
    const told = ofParameter(keyword);
    const places = new Set([...renamed, ...rows].map(([place]) => place));
    const found = [...places].map((place) => told.find(({ url }) => url === entries[place].url));
    // An entry with the same name on both sides is no answer.
    const first = renamed.length ? found.slice(0, 2) : [];
    const general = byUrl.get(ANY_KEYWORD);
    const answer = [...first, ...(general ? [general] : []), ...ofGotchas(keyword)];
    return [...answer, ...found.slice(first.length)];
  };

  // An API whose name a question has as its first word, such as "max returns indices".
  const besides = (typed) => {
    const [first] = typed.trim().toLowerCase().split(/\s+/);
    const entry = /^[a-z]\w{2,}$/.test(first) && entries.find(({ last }) => last === first);
    return entry ? [entry] : [];
  };

  // The release that a question names: "torch.gather paddle 3.1".
  const onRelease = (items, typed) => {
    const [, release] = typed.match(/paddle\s*(\d+\.\d+(?:\.\d+)?)/i) || [];
    if (!release) return items;
    return items.map((item) => {
      return item.url.startsWith("api/") ? { ...item, url: `${item.url}?paddle=${release}` } : item;
    });
  };

  const ofName = (asked) => {
    const known = [...fitting(paddle, asked, fitPaddle), ...fitting(entries, asked)];
    known.sort((a, b) => a.fits - b.fits);
    const unknown = fitting(missing, asked).filter(({ fits }) => fits <= STRONG);
    // An API that is named in full is meant, with or without an entry.
    const full = unknown.filter(({ fits }) => fits <= 1);
    const exact = known.filter(({ fits }) => fits <= STRONG).slice(0, SHOWN);
    return {
      asked,
      exact: [...exact, ...full].sort((a, b) => a.fits - b.fits),
      namesakes: unknown.filter(({ fits }) => fits > 1).slice(0, SHOWN),
      begun: known.filter(({ fits }) => fits > STRONG).slice(0, SHOWN - exact.length),
      about: [...ofParameter(asked.path), ...ofGotchas(asked.last)],
    };
  };

  // Everything that fits, best first; `ranked` is what else words lead to.
  const find = (typed, ranked = () => []) => {
    const sign = signIn(typed.trim());
    const operators = sign ? entries.filter((entry) => entry.sign === sign) : [];
    if (operators.length) return operators.slice(0, SHOWN);
    const inError = namesInError(typed);
    const asked = (inError ? inError.map((path) => ({ path })) : namesIn(typed)).map(spelledOut);
    const any = ({ exact, namesakes, begun, about }) => [exact, namesakes, begun, about].some((one) => one.length);
    const answered = asked.map(ofName).filter(any);
    // A bare name may be Python's, as in "list(torch.gather(x, 1, i))".
    const sure = ({ asked: { path, member }, exact }) => exact.length > 0 || member || path.includes(".");
    const { exact = [], namesakes = [], begun = [], about = [] } = answered.find(sure) || answered[0] || {};
    const [before, after] = exact.length ? [[], namesakes.slice(0, NAMESAKES)] : [namesakes, []];
    const keyword = keywordInError(typed);
    const lone = exact.length || inError ? [] : [...ofInitials(typed), ...ofParts(typed)];
    const told = [...ofWords(typed), ...lone];
    const first = isQuestion(typed) && !inError ? exact.slice(0, IN_QUESTION) : exact;
    const found = [...first, ...told, ...ofKeyword(keyword)];
    if (!found.length && !begun.length && !about.length) found.push(...ofSlip(typed));
    // A full name that there is not was mistyped; words are taken for what they say.
    const [name] = asked;
    const full = !exact.length && name && /^(torch|paddle)\./.test(name.full) && !isQuestion(typed);
    if (full) found.push(...ofWords(name.last), ...before, ...about, ...begun);
    if (full && !found.length) found.push(...nearest(name.path));
    // One word may be a parameter; beside others it is a question, of which it is a part.
    if (!isQuestion(typed) && !/^\w+ +\S/.test(typed.trim())) found.push(...about);
    if (!exact.length || first !== exact) found.push(...ranked(typed));
    found.push(...exact, ...before, ...about, ...begun, ...after);
    if (!found.length && name) found.push(...nearest(name.path));
    // Of pasted code all the rest is chance.
    const pasted = typed.includes("(") && !inError;
    if (exact.length && first === exact && !pasted) found.push(...ranked(typed));
    const seen = new Set();
    const once = found.filter(({ url }) => !seen.has(url) && seen.add(url));
    const [beside] = isQuestion(typed) && !inError ? besides(typed) : [];
    if (beside && !once.slice(0, BESIDE + 1).some(({ kind }) => kind === "entry")) {
      const place = once.findIndex(({ url }) => url === beside.url);
      if (place >= 0) once.splice(place, 1);
      once.splice(BESIDE, 0, beside);
    }
    return onRelease(once.slice(0, ALL), typed);
  };

  return { find, nearest };
};

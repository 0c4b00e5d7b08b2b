// The names that an error is about, as Python and Paddle put it.

const QUOTED = "['\"`‘’“”]([\\w.]+)['\"`‘’“”]";
const OF_LAYERS = (name) => [`torch.nn.Module.${name}`, `torch.optim.Optimizer.${name}`];
const FORMS = [
  [`module ${QUOTED} has no attribute ${QUOTED}`, (module, name) => [`${module}.${name}`]],
  [`cannot import name ${QUOTED} from ${QUOTED}`, (name, module) => [`${module}.${name}`]],
  [`No module named ${QUOTED}`, (module) => [module]],
  [
    `${QUOTED} object has no attribute ${QUOTED}`,
    (owner, name) => [...(/Tensor|Param/.test(owner) ? [] : OF_LAYERS(name)), `torch.Tensor.${name}`],
  ],
  [
    `([\\w.]+)\\(\\) (?:got an|received|missing|takes) `,
    (name) => (/^__|\.__|^forward$/.test(name) ? [name.replace(/\.__.*/, "")] : [name]),
  ],
];
// "in ReshapeOp", as Paddle's kernels call what they belong to.
const KERNEL = /\b(?:in|of|for) ([A-Z]\w*?)(?:V\d)?Op\b(?!\.)/;
const KEYWORD = new RegExp(`unexpected keyword(?: argument)? ${QUOTED}`, "i");
const PATTERNS = FORMS.map(([form, names]) => [new RegExp(form, "i"), names]);

export const namesInError = (typed) => {
  for (const [pattern, names] of PATTERNS) {
    const found = typed.match(pattern);
    if (found) return names(...found.slice(1));
  }
  const [, kernel] = typed.match(KERNEL) || [];
  if (!kernel) return null;
  return [...new Set([kernel.replace(/(?<=[a-z\d])[A-Z]/g, "_$&"), kernel])].map((name) => name.toLowerCase());
};

// The keyword that a call does not take.
export const keywordInError = (typed) => (typed.match(KEYWORD) || [])[1] || "";

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
const PATTERNS = FORMS.map(([form, names]) => [new RegExp(form, "i"), names]);

export const namesInError = (typed) => {
  for (const [pattern, names] of PATTERNS) {
    const found = typed.match(pattern);
    if (found) return names(...found.slice(1));
  }
  return null;
};

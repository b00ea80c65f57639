// Formula boxes (mathml.js) as LaTeX, for papers and slides; dttools.export.latex says the same of formulas.
const COMMANDS = {
  "∈": "in", "≤": "leq", "≥": "geq", "≠": "neq", "≈": "approx", "·": "cdot", "×": "times", "…": "ldots", "⋯": "cdots", "∞": "infty", "∑": "sum",
  Δ: "Delta", Σ: "Sigma", Φ: "Phi", α: "alpha", β: "beta", λ: "lambda", ν: "nu", π: "pi", σ: "sigma", χ: "chi",
};
const SIGNS = { "−": "-", "′": "'", "ȳ": "\\bar{y}", "ŷ": "\\hat{y}", "ḡ": "\\bar{g}", "²": "^2", "⁻": "^{-", "¹": "1}" };
const OPERATORS = ["log", "ln", "max"];

const said = (text) => [...text.normalize("NFC")].map((one) => (COMMANDS[one] ? `\\${COMMANDS[one]} ` : SIGNS[one] ?? one)).join("");
const all = (boxes) => boxes.map(written).join("");
const upright = (text) => (OPERATORS.includes(text) ? `\\${text}` : /^[a-z]+$/i.test(text) ? `\\mathrm{${text}}` : said(text));

const KINDS = {
  it: ([text]) => said(text),
  rm: ([text]) => upright(text),
  sub: (parts) => `_{${all(parts)}}`,
  sup: (parts) => `^{${all(parts)}}`,
  frac: ([top, bottom]) => `\\frac{${written(top)}}{${written(bottom)}}`,
  paren: (parts) => `\\left(${all(parts)}\\right)`,
  sqrt: (parts) => `\\sqrt{${all(parts)}}`,
  root: ([part, degree]) => `\\sqrt[${written(degree)}]{${written(part)}}`,
  pow: ([base, exponent]) => `${written(base)}^{${written(exponent)}}`,
  sum: ([below, body]) => `\\sum_{${written(below)}} ${written(body)}`,
  count: ([, given]) => said(given),
  squares: ([, mean]) => `\\sum (y - ${said(mean)})^2`,
  named: ([given]) => written(given),
};

function written(box) {
  if (typeof box === "string") return said(box);
  const [kind, ...parts] = box;
  return (KINDS[kind] ?? all)(parts);
}

// The lines of a sum below each other, as they are on screen.
export function latex(lines) {
  const rows = lines.map(({ symbol, numbers, plain, relation, value }) =>
    `${written(symbol)} &= ${written(numbers)}${plain ? "" : ` ${said(relation)} ${written(value)}`}`);
  return `\\begin{align*}\n${rows.join(" \\\\\n")}\n\\end{align*}\n`;
}

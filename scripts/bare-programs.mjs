/** Processes started by bare program names: Windows searches the current folder first. */
import { Visitor } from 'oxc-parser';

const STARTERS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync'];

/** Local names of Node's process functions and their `promisify` wrappers. */
function startersIn(program) {
  const names = new Set(STARTERS);
  new Visitor({
    ImportSpecifier({ imported, local }) {
      if (STARTERS.includes(imported.name)) names.add(local.name);
    },
    VariableDeclarator({ id, init }) {
      const isPromisified = init?.type === 'CallExpression' && init.callee.name === 'promisify';
      if (isPromisified && names.has(init.arguments[0]?.name)) names.add(id.name);
    },
  }).visit(program);
  return names;
}

/** String literals that an expression can evaluate to. */
function textsOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return [node.quasis[0].value.cooked];
  if (node?.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)];
  if (node?.type === 'ConditionalExpression')
    return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  return [];
}

/** A sentence per bare name. */
export function findBarePrograms({ file, imports, program }) {
  if (!imports.some(({ id }) => id === 'node:child_process')) return [];
  const starters = startersIn(program);
  const found = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!starters.has(callee.name ?? callee.property?.name)) return;
      for (const text of textsOf(first))
        if (!/[\\/]/.test(text))
          found.push(`${file} starts ${text} without its path: Windows may take another program.`);
    },
  }).visit(program);
  return found;
}

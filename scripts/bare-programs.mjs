/** Programs that are started by a bare name: Windows looks for them in the current folder first, where anybody may put one. */
import { Visitor } from 'oxc-parser';

const STARTERS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync'];

/** Names in a program by which a process is started: those of Node's module, and `promisify` of one. */
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

/** The texts that an expression may be, as far as they are written in it. */
function textsOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node?.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)];
  if (node?.type === 'ConditionalExpression')
    return [...textsOf(node.consequent), ...textsOf(node.alternate)];
  return [];
}

/** A sentence for each program that is started without its path. */
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

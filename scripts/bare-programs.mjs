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

/** Initial values by name, of all scopes: a check may only find too much. */
function valuesIn(program) {
  const values = new Map();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init !== null)
        values.set(id.name, [...(values.get(id.name) ?? []), init]);
    },
  }).visit(program);
  return values;
}

/** String literals that an expression can evaluate to. */
function textsOf(node, values) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return [node.value];
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return [node.quasis[0].value.cooked];
  if (node?.type === 'LogicalExpression')
    return [node.left, node.right].flatMap((side) => textsOf(side, values));
  if (node?.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((side) => textsOf(side, values));
  if (node?.type === 'Identifier') {
    const others = new Map([...values].filter(([name]) => name !== node.name));
    return (values.get(node.name) ?? []).flatMap((value) => textsOf(value, others));
  }
  return [];
}

/** A sentence per bare name. */
export function findBarePrograms({ file, imports, program }) {
  if (!imports.some(({ id }) => id === 'node:child_process')) return [];
  const starters = startersIn(program);
  const values = valuesIn(program);
  const found = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!starters.has(callee.name ?? callee.property?.name)) return;
      for (const text of textsOf(first, values))
        if (!/[\\/]/.test(text))
          found.push(`${file} starts ${text} without its path: Windows may take another program.`);
    },
  }).visit(program);
  return found;
}

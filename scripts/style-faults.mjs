/**
 * All classes are in CSS Modules, used and defined; only ground.css has global classes; all colors are
 * tokens. So no view affects another, and nothing unused remains.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const GROUND = 'src-renderer/styles/ground.css';
const TOKENS = 'src-renderer/styles/tokens.css';

/** Computed class names are forbidden: their use can't be checked. */
const isModule = (file) => file.endsWith('.module.css');

export function checkStyles(root) {
  const files = readdirSync(`${root}src-renderer`, { recursive: true })
    .map((name) => `src-renderer/${String(name).replaceAll('\\', '/')}`)
    .filter((file) => /\.(css|tsx?)$/.test(file) && !file.endsWith('.d.ts'));
  const sources = new Map(files.map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]));
  return { sheets: files.filter((file) => file.endsWith('.css')), faults: findStyleFaults(sources) };
}

export function findStyleFaults(sources) {
  const sheets = [...sources].filter(([file]) => file.endsWith('.css'));
  const styles = new Map(sheets.map(([file, text]) => [file, readSheet(text)]));
  const uses = [...sources]
    .filter(([file]) => !file.endsWith('.css'))
    .map(([file, text]) => readUses(file, text));
  return [
    ...faultsOfModules(styles, uses),
    ...faultsOfGlobals(styles, uses),
    ...faultsOfValues(styles, uses),
    ...faultsOfLayers(sheets),
  ].sort();
}

/** Classes, tokens, and colors that are not tokens. */
function readSheet(text) {
  const code = withoutWords(text);
  const selectors = [...code.matchAll(/(?<=^|[{};])([^{};]*)\{/g)]
    .map(([, prelude]) => prelude.trim())
    .filter((prelude) => !prelude.startsWith('@'));
  const classes = (list) =>
    new Set(list.flatMap((part) => [...part.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map((m) => m[1])));
  const globals = selectors.flatMap((selector) =>
    [...selector.matchAll(/:global\(([^()]*)\)/g)].map((m) => m[1]),
  );
  const declarations = code.replace(/[^{};]*\{/g, '');
  return {
    local: classes(selectors.map((selector) => selector.replace(/:global\([^()]*\)/g, ''))),
    global: classes(globals),
    sets: new Set([...declarations.matchAll(/(--[\w-]+)\s*:/g)].map((m) => m[1])),
    reads: new Set([...declarations.matchAll(/var\(\s*(--[\w-]+)/g)].map((m) => m[1])),
    colours: [...declarations.matchAll(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\([^)]*\)/gi)].map(
      (m) => m[0],
    ),
  };
}

function readUses(file, text) {
  const found = {
    file,
    modules: new Map(),
    reads: new Map(),
    words: new Set(),
    computed: [],
    properties: new Set(),
  };
  const { program } = parseSync(file, text);
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (!isModule(source.value)) return;
      const module = posix.join(posix.dirname(file), source.value);
      for (const { local } of specifiers) found.modules.set(local.name, module);
      found.reads.set(module, found.reads.get(module) ?? new Set());
    },
    MemberExpression({ object, property, computed }) {
      const module = object.type === 'Identifier' ? found.modules.get(object.name) : undefined;
      if (module === undefined) return;
      if (computed) found.computed.push(module);
      else found.reads.get(module).add(property.name);
    },
    JSXAttribute({ name, value }) {
      if (name.name === 'className' && value !== null)
        for (const word of wordsIn(value)) found.words.add(word);
    },
    Property({ key, value }) {
      if (key.name === 'className') for (const word of wordsIn(value)) found.words.add(word);
    },
    AssignmentExpression({ left, right }) {
      if (left.property?.name === 'className') for (const word of wordsIn(right)) found.words.add(word);
    },
    Literal({ value }) {
      if (typeof value === 'string' && value.startsWith('--')) found.properties.add(value);
    },
  }).visit(program);
  return found;
}

/** Without compared strings. */
function wordsIn(node) {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value.split(/\s+/).filter(Boolean) : [];
    case 'TemplateLiteral':
      return [
        ...node.quasis.flatMap(({ value }) => value.cooked.split(/\s+/).filter(Boolean)),
        ...node.expressions.flatMap(wordsIn),
      ];
    case 'ConditionalExpression':
      return [...wordsIn(node.consequent), ...wordsIn(node.alternate)];
    case 'LogicalExpression':
      return [...wordsIn(node.left), ...wordsIn(node.right)];
    case 'ArrayExpression':
      return node.elements.flatMap(wordsIn);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return wordsIn(node.expression);
    case 'CallExpression':
      return wordsIn(node.callee.object);
    case 'MemberExpression':
      return wordsIn(node.object);
    default:
      return [];
  }
}

function* faultsOfModules(styles, uses) {
  const modules = [...styles].filter(([file]) => isModule(file));
  const byName = new Map();
  for (const [file, { local }] of modules) {
    const name = posix.basename(file);
    if (byName.has(name))
      yield `${file}: has the name of ${byName.get(name)}, so their classes would be the same`;
    byName.set(name, file);
    const read = new Set(uses.flatMap(({ reads }) => [...(reads.get(file) ?? [])]));
    for (const name of local) if (!read.has(name)) yield `${file}: nobody uses .${name}`;
  }
  for (const { file, reads, computed } of uses) {
    for (const module of computed)
      yield `${file}: reads a class of ${module} by a computed name; use an attribute`;
    for (const [module, names] of reads)
      for (const name of names)
        if (!styles.get(module)?.local.has(name)) yield `${file}: there is no .${name} in ${module}`;
  }
}

function* faultsOfGlobals(styles, uses) {
  const ground = styles.get(GROUND)?.local ?? new Set();
  for (const [file, { local, global }] of styles) {
    for (const name of global) if (!ground.has(name)) yield `${file}: .${name} is not in ground.css`;
    if (isModule(file) || file === GROUND) continue;
    for (const name of local) yield `${file}: .${name} is global; only ground.css may have such`;
  }
  for (const { file, words } of uses)
    for (const word of words) if (!ground.has(word)) yield `${file}: there is no global class ${word}`;
  const said = new Set(uses.flatMap(({ words }) => [...words]));
  for (const [file, { global }] of styles) if (isModule(file)) for (const name of global) said.add(name);
  for (const name of ground) if (!said.has(name)) yield `${GROUND}: nobody uses .${name}`;
}

function* faultsOfValues(styles, uses) {
  const known = new Set(uses.flatMap(({ properties }) => [...properties]));
  for (const { sets } of styles.values()) for (const name of sets) known.add(name);
  for (const [file, { reads, colours }] of styles) {
    for (const name of reads) if (!known.has(name)) yield `${file}: nobody sets ${name}`;
    if (file !== TOKENS) for (const colour of colours) yield `${file}: ${colour} is no token`;
  }
}

/** Views must win over components, regardless of specificity and load order. */
function* faultsOfLayers(sheets) {
  for (const [file, text] of sheets)
    if (file.startsWith('src-renderer/components/') && outermost(text) !== '@layer pieces')
      yield `${file}: is not in the layer of the pieces`;
}

function outermost(text) {
  let rest = withoutWords(text);
  while (/\{[^{}]*\}/.test(rest)) rest = rest.replace(/\{[^{}]*\}/g, '');
  return rest.trim();
}

/** Braces and dots in comments and strings are not syntax. */
function withoutWords(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'/g, '""');
}

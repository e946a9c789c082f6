/**
 * Who may import whom: each zone names what its files may import; what isn't named is refused. Sources are read with a
 * real parser, so every way to import is seen: static and dynamic ones, re-exports, `import type` and `import('…').T`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { findBarePrograms } from './bare-programs.mjs';
import { findCircles } from './import-circles.mjs';
import { zones } from './import-zones.mjs';
import { findModuleState } from './module-state.mjs';

const startsWithOneOf = (path, prefixes = []) => prefixes.some((prefix) => path.startsWith(prefix));

const isListedPackage = (id, packages) =>
  packages.some((name) => id === name || id.startsWith(/[-/]$/.test(name) ? name : `${name}/`));

/** Why a file of `zone` may not import `id`, or undefined where it may. */
function refusal(zone, file, { id, typeOnly }) {
  if (id === undefined) return 'an import must name what it imports';
  if (isBuiltin(id)) return typeOnly ? undefined : refusedBuiltin(zone, file, id);
  if (!id.startsWith('.'))
    return typeOnly || isListedPackage(id, zone.packages)
      ? undefined
      : `the package is not on the list of ${zone.files}`;
  const target = targetOf(file, id);
  if (startsWithOneOf(target, zone.forbidden)) return `${zone.files} must not know it`;
  if (startsWithOneOf(target, zone.imports)) return undefined;
  if (!startsWithOneOf(target, zone.types)) return `outside of what ${zone.files} may import`;
  return typeOnly ? undefined : 'only `import type` is allowed';
}

function refusedBuiltin(zone, file, id) {
  if (zone.node === 'none') return 'Node is not there';
  const opensFiles = /^(node:)?fs(\/|$)/.test(id);
  if (zone.node === 'all' || !opensFiles || startsWithOneOf(file, zone.openFiles)) return undefined;
  return `${zone.files} opens no files`;
}

const isTypeOnly = (kind, specifiers, specifierKind) =>
  kind === 'type' ||
  (specifiers.length > 0 && specifiers.every((specifier) => specifier[specifierKind] === 'type'));

/** Every import of a source; `id` is undefined where it is made up at run time. */
function importsOf(program) {
  const found = [];
  const add = (literal, typeOnly) =>
    found.push({ id: literal.value ?? literal.quasis?.[0].value.cooked, typeOnly });
  new Visitor({
    ImportDeclaration: (node) => add(node.source, isTypeOnly(node.importKind, node.specifiers, 'importKind')),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source, isTypeOnly(node.exportKind, node.specifiers, 'exportKind'));
    },
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    TSExternalModuleReference: (node) => add(node.expression, false),
    CallExpression: ({ callee, arguments: [argument] }) => {
      if (callee.type === 'Identifier' && callee.name === 'require' && argument) add(argument, false);
    },
  }).visit(program);
  return found;
}

function* sourceFiles(root, folder) {
  for (const item of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    const path = `${folder}/${item.name}`;
    if (item.isDirectory()) yield* sourceFiles(root, path);
    else if (/\.[cm]?tsx?$/.test(item.name) && !/\.d\.[cm]?ts$/.test(item.name)) yield path;
  }
}

/** A source and what it imports; throws where it can't be read. */
function readSource(root, file) {
  const { program, errors } = parseSync(file, readFileSync(`${root}/${file}`, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return { file, program, imports: importsOf(program) };
}

const FOLDERS = ['src-server', 'src-main', 'src-renderer'];

const readSources = (root) =>
  FOLDERS.flatMap((folder) => [...sourceFiles(root, folder)].map((file) => readSource(root, file)));

/** The file that an import names; a `?…` behind it says only how it is built in. */
const targetOf = (file, id) => posix.join(posix.dirname(file), id.replace(/\?.*$/, ''));

/** What each source under `root` imports of the others: paths from the project's folder. */
export function readImports(root) {
  return readSources(root).map(({ file, imports }) => ({
    file,
    imports: imports
      .filter(({ id }) => id?.startsWith('.'))
      .map(({ id, typeOnly }) => ({ target: targetOf(file, id), typeOnly })),
  }));
}

/**
 * The sources under `root`, and a sentence for each import that no wall lets through, each circle of imports, each
 * state of a module and each program that is started by a bare name.
 */
export function checkWalls(root) {
  const sources = readSources(root);
  const refusals = sources.flatMap(({ file, imports }) => {
    const zone = zones.find((one) => file.startsWith(one.files));
    return imports.flatMap((found) => {
      const reason = refusal(zone, file, found);
      return reason === undefined ? [] : [`${file} imports ${found.id ?? 'a computed name'}: ${reason}.`];
    });
  });
  const under = (folder) => sources.filter(({ file }) => file.startsWith(folder));
  const server = under('src-server/');
  return {
    files: sources.map(({ file }) => file),
    refusals: [
      ...refusals,
      ...findCircles(server),
      ...findCircles(under('src-main/')),
      ...server.flatMap(findModuleState),
      ...sources.flatMap(findBarePrograms),
    ],
  };
}

/**
 * Enforces import-zones.mjs. Parses the sources, so all imports count: static, dynamic, re-exports, `import
 * type` and `import('…').T`.
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

/** Undefined if allowed. */
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

/** `id` is undefined for computed names. */
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

/** Throws on syntax errors. */
function readSource(root, file) {
  const { program, errors } = parseSync(file, readFileSync(`${root}/${file}`, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  return { file, program, imports: importsOf(program) };
}

const FOLDERS = ['src-server', 'src-main', 'src-renderer'];

const readSources = (root) =>
  FOLDERS.flatMap((folder) => [...sourceFiles(root, folder)].map((file) => readSource(root, file)));

/** Without a bundler query such as `?validate`. */
const targetOf = (file, id) => posix.join(posix.dirname(file), id.replace(/\?.*$/, ''));

/** Internal imports as project paths. */
export function readImports(root) {
  return readSources(root).map(({ file, imports }) => ({
    file,
    imports: imports
      .filter(({ id }) => id?.startsWith('.'))
      .map(({ id, typeOnly }) => ({ target: targetOf(file, id), typeOnly })),
  }));
}

const VIEW = /^src-renderer\/views\/([^/]+)\//;

/** A view is loaded on its own: what two views share lies outside of both. */
const importsOfOtherViews = ({ file, imports }) => {
  const view = VIEW.exec(file)?.[1];
  return imports.flatMap(({ id }) => {
    const other = id?.startsWith('.') ? VIEW.exec(targetOf(file, id))?.[1] : undefined;
    return view === undefined || other === undefined || other === view
      ? []
      : [`${file} imports ${id}: a view must not know another view.`];
  });
};

/** Refused imports, imports between views, import cycles, module state and bare program names. */
export function checkWalls(root) {
  const sources = readSources(root);
  const refusals = sources.flatMap(({ file, imports }) => {
    const zone = zones.find((one) => file.startsWith(one.files));
    return imports.flatMap((found) => {
      const reason = refusal(zone, file, found);
      return reason === undefined ? [] : [`${file} imports ${found.id ?? 'a computed name'}: ${reason}.`];
    });
  });
  return {
    files: sources.map(({ file }) => file),
    refusals: [
      ...refusals,
      ...sources.flatMap(importsOfOtherViews),
      ...findCircles(sources),
      ...sources.filter(({ file }) => !file.startsWith('src-main/')).flatMap(findModuleState),
      ...sources.flatMap(findBarePrograms),
    ],
  };
}

/**
 * Who may import whom: each zone names what its files may import; what isn't named is refused. Sources are read with a
 * real parser, so every way to import is seen: static and dynamic ones, re-exports, `import type` and `import('…').T`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { findCircles } from './import-circles.mjs';
import { findModuleState } from './module-state.mjs';

/**
 * One zone; of several that fit a file, the first counts. All but `packages` are path prefixes from the project's root.
 *
 * @typedef {object} Zone
 * @property {string} files the files it is about
 * @property {readonly string[]} imports what they may import
 * @property {readonly string[]} [types] of what else they may import types
 * @property {readonly string[]} [forbidden] what they may not import, not even as a type, though `imports` holds it
 * @property {readonly string[]} packages npm packages; an end of `-` or `/` stands for any rest. Types may be of any.
 * @property {'none' | 'no files' | 'all'} node which of Node's own modules there are; `no files`: all but `node:fs`
 * @property {readonly string[]} [openFiles] files that may import `node:fs` where the zone may not
 */

/** Every subject may know the contract, the turns that long work takes, and itself. */
const subject = (name, packages = []) => ({
  files: `src-server/${name}/`,
  node: 'no files',
  imports: ['src-server/contract/', 'src-server/run-in-slices', `src-server/${name}/`],
  packages,
});

/** What both doors may know of the service. */
const served = [
  'src-server/contract/',
  'src-server/registry/',
  'src-server/validation/',
  'src-server/search/',
  'src-server/run-in-slices',
  'src-server/service/served-registry',
  'src-server/version',
];

const mainProcess = {
  node: 'all',
  // Of the service only what is said; the exceptions know nothing of it.
  imports: [
    'src-main/',
    'src-server/contract/',
    'src-server/connect/',
    'src-server/writing/',
    'package.json',
  ],
  packages: ['electron', 'electron-log'],
};

/** @type {readonly Zone[]} */
export const zones = [
  { files: 'src-server/contract/', node: 'none', imports: ['src-server/contract/'], packages: [] },
  {
    ...subject('search', ['wink-porter2-stemmer']),
    // The index's cache.
    openFiles: ['read-index-cache', 'write-index-cache', 'prune-caches'].map(
      (name) => `src-server/search/index/${name}`,
    ),
  },
  subject('validation', ['jsonc-parser']),
  subject('tokens', ['gpt-tokenizer']),
  {
    ...subject('connect', ['jsonc-parser', 'smol-toml']),
    node: 'all',
    imports: ['src-server/contract/', 'src-server/connect/', 'src-server/writing/', 'src-server/text/'],
  },
  subject('text', ['diff']),
  { ...subject('writing'), node: 'all', imports: ['src-server/writing/'] },
  {
    ...subject('discovery'),
    node: 'all',
    imports: ['src-server/contract/', 'src-server/discovery/', 'src-server/writing/'],
  },
  {
    // The one folder that opens a registry's files.
    files: 'src-server/registry/disk/',
    node: 'all',
    imports: [
      'src-server/contract/',
      'src-server/validation/',
      'src-server/registry/',
      'src-server/run-in-slices',
      'src-server/writing/',
    ],
    packages: [],
  },
  {
    files: 'src-server/registry/model/',
    node: 'no files',
    imports: [
      'src-server/contract/',
      'src-server/validation/',
      'src-server/registry/',
      'src-server/run-in-slices',
    ],
    forbidden: ['src-server/registry/disk/'],
    packages: [],
  },
  {
    files: 'src-server/registry/',
    node: 'no files',
    imports: [
      'src-server/contract/',
      'src-server/validation/',
      'src-server/registry/',
      'src-server/run-in-slices',
    ],
    packages: [],
  },
  {
    files: 'src-server/http/',
    node: 'no files',
    imports: [...served, 'src-server/http/'],
    packages: ['body-parser', 'express', 'lru-cache'],
    // The page's own files, and nothing of a registry.
    openFiles: ['src-server/http/routes/page'],
  },
  {
    files: 'src-server/mcp/sdk/',
    node: 'no files',
    imports: [
      'src-server/contract/',
      'src-server/mcp/',
      'src-server/service/served-registry',
      'src-server/version',
    ],
    packages: ['@modelcontextprotocol/'],
  },
  {
    files: 'src-server/mcp/',
    node: 'no files',
    imports: [...served, 'src-server/mcp/'],
    forbidden: ['src-server/mcp/sdk/'],
    packages: [],
  },
  {
    files: 'src-server/cli/',
    node: 'all',
    imports: ['src-server/', 'package.json'],
    packages: ['commander', 'smol-toml'],
  },
  {
    files: 'src-server/',
    node: 'all',
    imports: ['src-server/', 'package.json'],
    forbidden: ['src-server/cli/'],
    packages: [],
  },
  {
    files: 'src-main/preload/',
    node: 'none',
    imports: ['src-main/preload/', 'src-main/contract/channels'],
    types: ['src-main/contract/', 'src-server/contract/'],
    packages: ['electron'],
  },
  {
    files: 'src-main/contract/',
    node: 'none',
    imports: ['src-main/contract/', 'src-server/contract/'],
    packages: [],
  },
  // Puts it together; nobody else knows who asks for the app's deeds.
  { ...mainProcess, files: 'src-main/main.ts' },
  { ...mainProcess, files: 'src-main/ipc/', forbidden: ['src-main/tray/', 'src-main/main'] },
  { ...mainProcess, files: 'src-main/tray/', forbidden: ['src-main/ipc/', 'src-main/main'] },
  {
    ...mainProcess,
    files: 'src-main/',
    forbidden: ['src-main/ipc/', 'src-main/tray/', 'src-main/main'],
  },
  {
    files: 'src-renderer/',
    node: 'none',
    imports: [
      'src-renderer/',
      'src-server/contract/schemas/',
      'src-server/contract/causes.ts',
      'src-server/contract/command-words.ts',
      'src-server/contract/diagnostic.ts',
      'src-server/contract/choose-files.ts',
      'src-server/contract/files-to-read-first.ts',
      'src-server/contract/agent-rows.ts',
      'src-server/contract/editor-rows.ts',
      'src-server/contract/entry-shapes.ts',
      'src-server/contract/mcp-client-row.ts',
      'src-server/contract/mcp-client-rows.ts',
      'src-server/contract/mcp-clients.ts',
      'src-server/contract/pointer.ts',
      'src-server/contract/relaxed.ts',
      'src-server/contract/severity.ts',
      'src-server/contract/shell-words.ts',
    ],
    types: ['src-server/contract/', 'src-main/contract/'],
    packages: [
      'react',
      'react-dom',
      'react-markdown',
      'remark-',
      'rehype-',
      'lucide-react',
      '@tanstack/',
      'highlight.js',
      'lowlight',
    ],
  },
];

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
 * The sources under `root`, and a sentence for each import that no wall lets through, each circle of imports and each
 * state of a module.
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
    ],
  };
}

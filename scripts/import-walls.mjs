/**
 * Which folders may import which. `npm run check` refuses other imports, circles, and programs started without a path;
 * `node scripts/import-walls.mjs` prints them alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folders with the others that each may import, and what their code may use: `page` is code that runs in the page, too;
 * `node` is code of Node that opens no files; `files` is code that opens them.
 */
const SERVER = {
  contract: { uses: 'page', imports: [] },
  platform: { uses: 'files', imports: [] },
  tokens: { uses: 'files', imports: [] },
  search: { uses: 'node', imports: ['projects'] },
  validation: { uses: 'node', imports: ['search'] },
  registry: { uses: 'files', imports: ['search', 'tokens', 'validation'] },
  projects: { uses: 'files', imports: [] },
  discovery: { uses: 'files', imports: [] },
  registries: { uses: 'files', imports: ['registry'] },
  'skill-answer': { uses: 'node', imports: ['projects', 'registry', 'search', 'validation'] },
  hooks: { uses: 'node', imports: ['registry', 'search', 'skill-answer'] },
  http: { uses: 'files', imports: ['skill-answer'] },
  mcp: { uses: 'node', imports: ['projects', 'registry', 'search', 'skill-answer', 'validation'] },
  connect: { uses: 'files', imports: [] },
  site: { uses: 'files', imports: ['registries', 'registry', 'search'] },
  service: {
    uses: 'files',
    imports: [
      'discovery',
      'hooks',
      'http',
      'mcp',
      'projects',
      'registries',
      'registry',
      'search',
      'skill-answer',
      'validation',
    ],
  },
};
/** Files of `projects` that open files: the others run in the page, too. */
const ON_DISK = '(?:open-project|installed-skill|sync-project)\\.';
const SHARED = /^src-server\/(?:contract\/|platform\/|[\w-]+\.ts)/;

const WALLS = [
  {
    files: new RegExp(`^src-server/projects/(?!${ON_DISK})`),
    imports: /^src-server\/(?:contract|projects)\//,
  },
  ...Object.entries(SERVER).map(([folder, { uses, imports }]) => ({
    files: new RegExp(`^src-server/${folder}/`),
    imports: new RegExp(`^src-server/(?:${[folder, ...imports].join('|')})/`),
    node: { files: true, node: 'no files' }[uses],
  })),
  { files: /^src-server\/cli\//, imports: /^src-server\//, node: true },
  { files: /^src-server\//, imports: /^src-server\/(?!cli\/)/, node: true },
  { files: /^src-main\/preload\//, imports: /^src-main\/(?:contract|preload)\// },
  { files: /^src-main\/contract\//, imports: /^src-main\/contract\// },
  {
    files: /^src-main\//,
    imports: /^src-main\/|^src-server\/(?:connect|discovery|registries)\//,
    node: true,
  },
  {
    files: /^src-renderer\//,
    imports: new RegExp(
      `^src-renderer/|^src-main/contract/|^src-server/projects/(?!${ON_DISK})|^src-server/search/(?:dangers|word-analysis|word-lists)\\.ts$|^src-server/site/site-search\\.ts$`,
    ),
  },
];
/** The only part of a view that another one imports: it stands beside answers, too. */
const READER = 'src-renderer/views/reader/reader.tsx';
const VIEW = /^src-renderer\/views\/([^/]+)\//;
const IMPORT =
  /^(?:import|export)( type)?\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
// Windows searches the current folder for a bare name first.
const BARE_PROGRAM = /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'([\w.-]+)'/g;

const importsOf = (file, text) =>
  [...text.matchAll(IMPORT)].map(([, type, from, sideEffect, dynamic]) => {
    const id = from ?? sideEffect ?? dynamic;
    const path = posix.join(posix.dirname(file), id.replace(/\?.*$/, ''));
    return { id, isType: type !== undefined, target: id.startsWith('.') ? path : undefined };
  });

function refusal(file, { id, isType, target }) {
  const wall = WALLS.find(({ files }) => files.test(file));
  if (target === undefined) {
    if (isType || !id.startsWith('node:') || wall.node === true) return undefined;
    if (!wall.node) return 'Node is not there';
    return /^node:fs/.test(id) ? 'this folder opens no files' : undefined;
  }
  const [view, other] = [file, target].map((path) => VIEW.exec(path)?.[1]);
  const isOther = view !== undefined && other !== undefined && view !== other;
  if (isOther && target !== READER) return 'a view knows no other view';
  const isAllowed = wall.imports.test(target) || SHARED.test(target) || target === 'package.json';
  return isType || isAllowed
    ? undefined
    : 'outside of what this folder may import (scripts/import-walls.mjs)';
}

/** Returns a circle of imports through a file; `done` are files without one. */
function circleFrom(file, sources, path, done) {
  if (done.has(file)) return undefined;
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
  for (const { id, target } of sources.get(file) ?? []) {
    if (target === undefined || id.includes('?')) continue;
    const circle = circleFrom(target, sources, [...path, file], done);
    if (circle !== undefined) return circle;
  }
  done.add(file);
  return undefined;
}

export function checkWalls(root) {
  const sources = new Map();
  const faults = [];
  for (const folder of ['src-server', 'src-main', 'src-renderer'])
    for (const name of readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.tsx?$/.test(name)) continue;
      const file = `${folder}/${name.replaceAll('\\', '/')}`;
      const text = readFileSync(`${root}/${file}`, 'utf8');
      sources.set(file, importsOf(file, text));
      for (const found of sources.get(file)) {
        const reason = refusal(file, found);
        if (reason !== undefined) faults.push(`${file} imports ${found.id}: ${reason}.`);
      }
      for (const [, program] of text.matchAll(BARE_PROGRAM))
        faults.push(`${file} starts ${program} by name.`);
    }
  const done = new Set();
  for (const file of sources.keys()) {
    const circle = circleFrom(file, sources, [], done) ?? [];
    if (circle.length > 0) faults.push(`Imports in a circle: ${circle.join(' → ')}.`);
    for (const one of circle) done.add(one);
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkWalls(fileURLToPath(new URL('..', import.meta.url)));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exit(1);
}

/**
 * Bundle for Claude Desktop: `node scripts/package-mcpb.mjs [folder]` writes release/skills-registry.mcpb.
 * Format: https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md, version 0.3. The client
 * provides Node.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { ensureBuilt } from './ensure-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What the bundle holds. `package.json` declares ES modules. */
const CONTENT = [
  'package.json',
  'LICENSE',
  'dist/server',
  'dist/third-party-notices.txt',
  'assets/sample-registry',
  'assets/icons/512x512.png',
];
/** The file that only the desktop app forks. */
const APP_ONLY = 'dist/server/utility-process.js';
/** The time of every entry, so that bundles are the same each time: the earliest of the zip format. */
const ENTRY_TIME = new Date(1980, 0, 1);

/** Returns the manifest. Its `tools` are shown before the installation. */
export function makeManifest({ version, description, license }) {
  return {
    manifest_version: '0.3',
    name: 'skills-registry',
    display_name: 'Skills Registry',
    version,
    description,
    long_description:
      'Hands your agent what open-source libraries get wrong in its hands: pitfalls, safety rules, life cycles. ' +
      'Uses the Skills Registry app or service if one is running, else reads a folder of yours, else the sample.',
    author: { name: 'The Skills Registry authors' },
    license,
    icon: 'assets/icons/512x512.png',
    server: {
      type: 'node',
      entry_point: 'dist/server/skills-registry.cjs',
      mcp_config: {
        command: 'node',
        args: [`${placeholder('__dirname')}/dist/server/skills-registry.cjs`, 'mcp'],
        env: { SKILLS_REGISTRY: placeholder('user_config.registry') },
      },
    },
    tools: [
      { name: 'find_skills', description: 'Find the skills that answer a question in plain words.' },
      { name: 'search_skills', description: 'Search skills by name, tag or summary.' },
      { name: 'get_skill', description: 'Read everything a skill says, the most important first.' },
      { name: 'get_section', description: 'Read one file of a skill.' },
    ],
    keywords: ['skills', 'libraries', 'pitfalls', 'documentation'],
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
    user_config: {
      registry: {
        type: 'directory',
        title: 'Registry folder',
        description: 'Your folder of skills. Without one: what the running app serves, else the sample.',
        required: false,
      },
    },
  };
}

/** Returns a placeholder, which the client fills in. */
function placeholder(name) {
  return `$\{${name}}`;
}

export function packageMcpb(folder) {
  const manifest = makeManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const entries = { 'manifest.json': Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`) };
  for (const path of CONTENT.flatMap(listFiles)) {
    if (path !== APP_ONLY) entries[path] = readFileSync(join(root, path));
  }
  const file = join(folder, 'skills-registry.mcpb');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, zipSync(entries, { level: 9, mtime: ENTRY_TIME }));
  return file;
}

/** Lists the files below a path, sorted by name. */
function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureBuilt(root);
  console.log(packageMcpb(process.argv[2] ?? join(root, 'release')));
}

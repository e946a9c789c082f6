/** `npm run check`: format and lint, import walls, styles, workflows, dead code, types. Runs them all and fails if one fails. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `${root}node_modules/.bin/${name}`;
const projects = ['src-server', 'src-main', 'src-main/preload', 'src-renderer', 'test'];

const hasSources = (folder) =>
  existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => /\.tsx?$/.test(String(name)));

const checks = [
  ['format and lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['import walls', process.execPath, ['scripts/check-walls.mjs']],
  ['styles', process.execPath, ['scripts/check-styles.mjs']],
  ['workflows', process.execPath, ['scripts/check-workflows.mjs']],
  ['dead code and circles', bin('knip'), []],
  ...projects
    .filter((project) => hasSources(`${root}${project}`))
    .map((project) => [`types of ${project}`, bin('tsc'), ['-p', project]]),
];

const failed = checks.filter(([name, command, args]) => {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) console.error(`✗ ${name}`);
  return status !== 0;
});
if (failed.length > 0) process.exit(1);
console.log(`Checked: ${checks.map(([name]) => name).join(', ')}.`);

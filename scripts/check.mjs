/**
 * `npm run check`: format and lint, import walls, styles, workflows, dead code, types. Also prints the share
 * of pronouns in comments and docs as a hint.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { countPronouns, pronounHint, textOfDocComments } from './count-pronouns.mjs';

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
const countsBelow = (folder, extension, prose) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extension.test(name))
    .map((name) => {
      const path = `${folder}/${name}`;
      return { path, ...countPronouns(prose(readFileSync(`${root}${path}`, 'utf8'))) };
    });

const sources = ['src-server', 'src-main', 'src-renderer'].flatMap((folder) =>
  countsBelow(folder, /\.tsx?$/, textOfDocComments),
);
const documents = countsBelow('docs', /\.md$/, (text) => text);
console.log(pronounHint('doc comments', sources));
console.log(pronounHint('docs', documents));
if (failed.length > 0) process.exit(1);
console.log(`Checked: ${checks.map(([name]) => name).join(', ')}.`);

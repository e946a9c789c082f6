/**
 * `node scripts/release/pack-npm.mjs [folder]`: packs the npm package, into release/ by default. It builds first,
 * through `prepack` in package.json.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ALLOWED = [
  /^(?:package\.json|README\.md|LICENSE)$/,
  /^dist\/third-party-notices\.txt$/,
  /^dist\/(?:main|renderer|server)\//,
  /^assets\/sample-registry\//,
];
const FORBIDDEN = [/\.map$/, /^dist\/.*\.tsx?$/];
const REQUIRED = [
  'package.json',
  'README.md',
  'LICENSE',
  'dist/third-party-notices.txt',
  'dist/renderer/index.html',
  'dist/server/skills-registry.cjs',
  'dist/server/main.js',
  'dist/server/registry-worker.js',
  'dist/server/o200k_base.tiktoken',
  'assets/sample-registry/index.json',
];

export function npmPackageObjections(paths) {
  return [
    ...paths
      .filter((path) => !ALLOWED.some((rule) => rule.test(path)) || FORBIDDEN.some((rule) => rule.test(path)))
      .map((path) => `${path} must not be in the package`),
    ...REQUIRED.filter((path) => !paths.includes(path)).map((path) => `${path} is missing`),
  ];
}

export function npmPack(project, args) {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--json', ...args], {
    cwd: project,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
  // The build's output precedes the JSON.
  const [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  return { name: packed.filename, paths: packed.files.map(({ path }) => path) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = process.argv[2] ?? join(root, 'release');
  mkdirSync(folder, { recursive: true });
  const { name, paths } = npmPack(root, ['--pack-destination', folder]);
  const objections = npmPackageObjections(paths);
  if (objections.length > 0) throw new Error(`The npm package is not right:\n${objections.join('\n')}`);
  console.log(`${join(folder, name)}: ${paths.length} files.`);
}

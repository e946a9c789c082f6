/**
 * The npm package of a release:
 *
 *   node scripts/release/npm-package.mjs pack [folder]    packs it, into release/ by default
 *   node scripts/release/npm-package.mjs publish [tag]    publishes it, after a look at its checksum and its attestation
 *
 * Packing builds first, through `prepack` in package.json. In a workflow the tag is its own by default.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  'dist/renderer/files.json',
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

/** Returns npm's arguments. Prereleases get the tag `next`, so that `npm install` ignores them. */
export function publishArguments(version, file) {
  const tag = version.includes('-') ? ['--tag', 'next'] : [];
  return ['publish', file, '--access', 'public', '--provenance', ...tag];
}

export function isListed(sums, name, bytes) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return sums.split('\n').includes(`${sha256}  ${name}`);
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed: ${error?.message ?? status}.`);
}

/**
 * Returns the arguments that verify the attestation: the release's list of checksums could be replaced together with
 * the file.
 */
export function verifyArguments(file, tag, repository) {
  return [
    'attestation',
    'verify',
    file,
    '--repo',
    repository,
    '--signer-workflow',
    `${repository}/.github/workflows/release.yml`,
    '--source-ref',
    `refs/tags/${tag}`,
  ];
}

function publish(tag, repository) {
  const version = tag.replace(/^v/, '');
  const name = `skills-registry-${version}.tgz`;
  const folder = mkdtempSync(join(tmpdir(), 'publish-'));
  try {
    run('gh', ['release', 'download', tag, '--dir', folder, '--pattern', name, '--pattern', 'SHA256SUMS']);
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
    if (!isListed(sums, name, readFileSync(join(folder, name))))
      throw new Error(`${name} is not the file that SHA256SUMS names: nothing was published.`);
    run('gh', verifyArguments(join(folder, name), tag, repository));
    run('npm', publishArguments(version, join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(folder) {
  mkdirSync(folder, { recursive: true });
  const { name, paths } = npmPack(root, ['--pack-destination', folder]);
  const objections = npmPackageObjections(paths);
  if (objections.length > 0) throw new Error(`The npm package is not right:\n${objections.join('\n')}`);
  console.log(`${join(folder, name)}: ${paths.length} files.`);
}

const root = fileURLToPath(new URL('../..', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, what] = process.argv.slice(2);
  if (action === 'pack') pack(what ?? join(root, 'release'));
  else if (action === 'publish') {
    const tag = what ?? process.env.GITHUB_REF_NAME;
    if (!tag) throw new Error('Name the tag of the release.');
    const repository = process.env.GITHUB_REPOSITORY;
    if (!repository) throw new Error('GITHUB_REPOSITORY says whose attestation to ask for.');
    publish(tag, repository);
  } else throw new Error('Name what to do: pack or publish.');
}

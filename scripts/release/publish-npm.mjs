/**
 * `node scripts/release/publish-npm.mjs [tag]`: publishes a release's npm package, after a look at its checksum and
 * its attestation. In a workflow the tag is its own by default.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const tag = process.argv[2] ?? process.env.GITHUB_REF_NAME;
  if (!tag) throw new Error('Name the tag of the release.');
  const repository = process.env.GITHUB_REPOSITORY;
  if (!repository) throw new Error('GITHUB_REPOSITORY says whose attestation to ask for.');
  publish(tag, repository);
}

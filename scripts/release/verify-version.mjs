/**
 * Tag, package and changelog must have the same version: `node scripts/release/verify-version.mjs [tag]`;
 * default in a workflow: its tag. First step of a release.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changesOf } from './changelog.mjs';
import { isPlaceholder } from './set-repository.mjs';

export function versionObjections({ tag, manifest, lock, changelog, repository }) {
  const { version } = manifest;
  const own = manifest.repository?.url ?? manifest.repository;
  return [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag || 'missing'}, package.json asks for v${version}`]),
    ...(lock.version === version && lock.packages[''].version === version
      ? []
      : [`package-lock.json says ${lock.version}, package.json ${version}`]),
    ...problemOf(() => changesOf(changelog, version)),
    // npm refuses provenance if package.json names another repository.
    ...(isPlaceholder(own) || repository === undefined || repositoryOf(own) === repository
      ? []
      : [`package.json names the repository ${own}, this is ${repository}`]),
  ];
}

function repositoryOf(url) {
  return /github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?$/.exec(url)?.[1];
}

function problemOf(doing) {
  try {
    doing();
    return [];
  } catch (cause) {
    return [cause.message];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const read = (name) => readFileSync(join(root, name), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  const objections = versionObjections({
    tag: process.argv[2] ?? process.env.GITHUB_REF_NAME,
    manifest,
    lock: JSON.parse(read('package-lock.json')),
    changelog: read('CHANGELOG.md'),
    repository: process.env.GITHUB_REPOSITORY,
  });
  for (const objection of objections) console.error(objection);
  if (objections.length > 0) process.exit(1);
  console.log(`Version ${manifest.version} it is: tag, package and changelog.`);
}

/**
 * The manifest of a release, which a workflow checks and fills:
 *
 *   node scripts/release/manifest.mjs verify [tag]      makes sure that tag, package and changelog have the same version
 *   node scripts/release/manifest.mjs set-repository    fills the repository into package.json for builds
 *
 * In a workflow the tag is its own by default. The repository is the home page of the deb, npm's provenance and `npm
 * bugs`; placeholders keep forks from sending users to another project. It is written in a workflow's checkout alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A heading of the changelog, in the form of https://keepachangelog.com. */
const HEADING = /^## \[(?<version>[^\]]+)\](?: - (?<date>\S+))?\s*$/;

/** Returns the section of a version without its heading. Throws if it is missing, repeated, undated or empty. */
export function changesOf(changelog, version) {
  const lines = changelog.replaceAll('\r\n', '\n').split('\n');
  const starts = lines.flatMap((line, index) =>
    HEADING.exec(line)?.groups?.version === version ? [index] : [],
  );
  const [start] = starts;
  if (start === undefined) throw new Error(`CHANGELOG.md has no heading "## [${version}] - <date>".`);
  if (starts.length > 1) throw new Error(`CHANGELOG.md has ${starts.length} headings for ${version}.`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(HEADING.exec(lines[start]).groups.date ?? ''))
    throw new Error(`CHANGELOG.md says of ${version} no date (YYYY-MM-DD).`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith('## '));
  const text = (end < 0 ? rest : rest.slice(0, end)).join('\n').trim();
  if (text.replace(/^#.*$/gm, '').trim() === '') throw new Error(`CHANGELOG.md says nothing of ${version}.`);
  return text;
}

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

/** Whether a field is absent, or at the placeholder's host. */
function isPlaceholder(field) {
  return field === undefined || /\/\/skills-registry\.invalid(?:\/|"|$)/.test(JSON.stringify(field));
}

/**
 * Returns the manifest with the repository of the workflow.
 * @param {Record<string, unknown>} manifest
 * @param {Record<string, string | undefined>} env the environment of a workflow
 * @returns {Record<string, unknown>}
 */
export function withRepository(manifest, { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) return manifest;
  const address = `${server}/${repository}`;
  const places = {
    homepage: address,
    repository: { type: 'git', url: `git+${address}.git` },
    bugs: `${address}/issues`,
  };
  const filled = Object.entries(places).filter(([field]) => isPlaceholder(manifest[field]));
  return { ...manifest, ...Object.fromEntries(filled) };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name) => readFileSync(join(root, name), 'utf8');

function verify(tag = process.env.GITHUB_REF_NAME) {
  const manifest = JSON.parse(read('package.json'));
  const objections = versionObjections({
    tag,
    manifest,
    lock: JSON.parse(read('package-lock.json')),
    changelog: read('CHANGELOG.md'),
    repository: process.env.GITHUB_REPOSITORY,
  });
  for (const objection of objections) console.error(objection);
  if (objections.length > 0) process.exit(1);
  console.log(`Version ${manifest.version} it is: tag, package and changelog.`);
}

function setRepository() {
  const manifest = withRepository(JSON.parse(read('package.json')), process.env);
  if (process.env.GITHUB_ACTIONS === 'true')
    writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  console.log(`Repository: ${manifest.repository?.url ?? manifest.repository ?? 'none'}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, tag] = process.argv.slice(2);
  if (action === 'verify') verify(tag);
  else if (action === 'set-repository') setRepository();
  else throw new Error('Name what to do: verify or set-repository.');
}

/**
 * The draft of a release, which a person reviews and publishes:
 *
 *   node scripts/release/draft.mjs checksums <folder>          writes SHA256SUMS of a whole release
 *   node scripts/release/draft.mjs create <folder> [--print]   makes the draft with all files, or prints it
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { changesOf } from './manifest.mjs';

const SYSTEMS = [
  { os: 'mac', formats: ['dmg', 'zip'], arches: { x64: 'x64', arm64: 'arm64' } },
  { os: 'win', formats: ['exe'], arches: { x64: 'x64', arm64: 'arm64' } },
  { os: 'linux', formats: ['AppImage'], arches: { x64: 'x86_64', arm64: 'arm64' } },
  { os: 'linux', formats: ['deb'], arches: { x64: 'amd64', arm64: 'arm64' } },
];
const OS = { darwin: 'mac', win32: 'win', linux: 'linux' };

/** Returns the names of installers, as electron-builder.yml makes them. */
export function installerNames(version, platform, arch) {
  return SYSTEMS.filter(({ os }) => platform === undefined || os === OS[platform]).flatMap(
    ({ os, formats, arches }) =>
      Object.entries(arches)
        .filter(([name]) => arch === undefined || name === arch)
        .flatMap(([, word]) => formats.map((format) => `skills-registry-${version}-${os}-${word}.${format}`)),
  );
}

/** Returns the names of all files of a release, without the list of checksums. */
export function releaseNames(version) {
  return [...installerNames(version), `skills-registry-${version}.tgz`, 'skills-registry.mcpb'].sort();
}

export function fileObjections(found, version) {
  const wanted = releaseNames(version);
  return [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `${name} is missing`),
    ...found.filter((name) => !wanted.includes(name)).map((name) => `${name} is no part of a release`),
  ];
}

/**
 * Formats the checksum list for `sha256sum --check`.
 * @param {ReadonlyArray<readonly [name: string, sha256: string]>} sums
 */
export function checksumText(sums) {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, sha256]) => `${sha256}  ${name}\n`)
    .join('');
}

const root = fileURLToPath(new URL('../..', import.meta.url));

async function sha256Of(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Writes the list, and returns the names in it. Throws with missing and unknown files. */
export async function writeChecksums(folder, version) {
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS' && !isSigningFact(name));
  const objections = fileObjections(names, version);
  if (objections.length > 0) throw new Error(`The release is not whole:\n${objections.join('\n')}`);
  const sums = [];
  for (const name of names) sums.push([name, await sha256Of(join(folder, name))]);
  writeFileSync(join(folder, 'SHA256SUMS'), checksumText(sums));
  return names;
}

/** Whether a file is a report of signing, which the release notes need. */
function isSigningFact(name) {
  return /^signing-\w+-\w+\.json$/.test(name);
}

const SIGNED_SYSTEMS = { darwin: 'macOS', win32: 'Windows' };

/**
 * Formats the release notes. `signing` has the reports of package.mjs; `repository` is `owner/name` if
 * provenance is published.
 *
 * @param {{
 *   version: string,
 *   changelog: string,
 *   signing: ReadonlyArray<{ platform: string, arch: string, isSigned: boolean }>,
 *   repository?: string | undefined,
 * }} release
 */
export function releaseNotes({ version, changelog, signing, repository }) {
  return [
    changesOf(changelog, version),
    `## Signatures\n\n${signatures(signing)}`,
    `## Checking what you downloaded\n\n\`sha256sum --check --ignore-missing SHA256SUMS\` says whether a file is whole.${
      repository === undefined
        ? ''
        : ` \`gh attestation verify <file> --repo ${repository}\` says that it was built there, from this tag.`
    }`,
  ].join('\n\n');
}

function signatures(signing) {
  const named = signing
    .filter(({ platform }) => platform in SIGNED_SYSTEMS)
    .map(({ platform, arch, isSigned }) => ({ name: `${SIGNED_SYSTEMS[platform]} (${arch})`, isSigned }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const list = (isSigned) => named.filter((build) => build.isSigned === isSigned).map(({ name }) => name);
  const [signed, unsigned] = [list(true), list(false)];
  return [
    ...(signed.length > 0 ? [`Signed: ${signed.join(', ')}.`] : []),
    ...(unsigned.length > 0
      ? [
          `Not signed: ${unsigned.join(', ')}. The system warns before the first start; docs/releasing.md says what it shows.`,
        ]
      : []),
  ].join(' ');
}

export function draftArguments({ version, notesFile, files }) {
  return [
    'release',
    'create',
    `v${version}`,
    '--draft',
    '--verify-tag',
    '--title',
    `Skills Registry ${version}`,
    '--notes-file',
    notesFile,
    ...(version.includes('-') ? ['--prerelease'] : []),
    ...files,
  ];
}

function draft(folder, version, isPrinted) {
  const names = readdirSync(folder).sort();
  if (!names.includes('SHA256SUMS')) throw new Error('There is no SHA256SUMS: nothing is released without.');
  const notes = releaseNotes({
    version,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    signing: names.filter(isSigningFact).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
    repository: process.env.GITHUB_REPOSITORY,
  });
  const scratch = mkdtempSync(join(tmpdir(), 'notes-'));
  try {
    const notesFile = join(scratch, 'notes.md');
    writeFileSync(notesFile, notes);
    const files = names.filter((name) => !isSigningFact(name)).map((name) => join(folder, name));
    const args = draftArguments({ version, notesFile, files });
    if (isPrinted) return console.log(`gh ${args.join(' ')}\n\n${notes}`);
    const { status, error } = spawnSync('gh', args, { cwd: root, stdio: 'inherit' });
    if (status !== 0)
      throw new Error(`The draft could not be made: ${error?.message ?? `gh ended with ${status}`}.`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [action, folder] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  if (folder === undefined)
    throw new Error('Name what to do, checksums or create, and the folder that holds the release.');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (action === 'checksums') {
    const names = await writeChecksums(folder, version);
    console.log(`Wrote the checksums of ${names.length} files.`);
  } else if (action === 'create') draft(folder, version, process.argv.includes('--print'));
  else throw new Error(`There is no ${action}: name checksums or create.`);
}

/**
 * `node scripts/release/draft-release.mjs <folder> [--print]`: makes a draft of a release with all files. A person
 * reviews and publishes it.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changesOf } from './verify-version.mjs';
import { isSigningFact } from './write-checksums.mjs';

const SYSTEMS = { darwin: 'macOS', win32: 'Windows' };

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
    .filter(({ platform }) => platform in SYSTEMS)
    .map(({ platform, arch, isSigned }) => ({ name: `${SYSTEMS[platform]} (${arch})`, isSigned }))
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

function draft(folder, isPrinted) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
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
  const [folder] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  if (folder === undefined) throw new Error('Name the folder that holds the release.');
  draft(folder, process.argv.includes('--print'));
}

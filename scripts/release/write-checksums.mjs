/** `node scripts/release/write-checksums.mjs <folder>`: writes SHA256SUMS of a whole release. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

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
export function isSigningFact(name) {
  return /^signing-\w+-\w+\.json$/.test(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = await writeChecksums(process.argv[2], version);
  console.log(`Wrote the checksums of ${names.length} files.`);
}

/** SHA256SUMS of a whole release: `node scripts/release/write-checksums.mjs <folder>`. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { checksumText, fileObjections } from './release-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function sha256Of(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Throws with missing and unknown files. */
export async function writeChecksums(folder, version) {
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS' && !isSigningFact(name));
  const objections = fileObjections(names, version);
  if (objections.length > 0) throw new Error(`The release is not whole:\n${objections.join('\n')}`);
  const sums = [];
  for (const name of names) sums.push([name, await sha256Of(join(folder, name))]);
  writeFileSync(join(folder, 'SHA256SUMS'), checksumText(sums));
  return names;
}

/** package.mjs's signing reports, for the release notes. */
export function isSigningFact(name) {
  return /^signing-\w+-\w+\.json$/.test(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = await writeChecksums(process.argv[2], version);
  console.log(`Wrote the checksums of ${names.length} files.`);
}

import { createHash } from 'node:crypto';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import { fingerprintByStamps } from './skill.ts';

/** Stable across restarts. */
export function registryRevision(
  skills: RegistrySnapshot['skills'],
  indexFile: Pick<ParsedIndexFile, 'digest'>,
): string {
  const hash = createHash('sha256').update(indexFile.digest ?? '');
  for (const { key, folder, fingerprint } of skills.values())
    hash.update(JSON.stringify([key, folder, fingerprintByStamps(fingerprint)]));
  return hash.digest('hex');
}

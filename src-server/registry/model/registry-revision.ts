import { createHash } from 'node:crypto';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import { fingerprintByStamps } from './skill.ts';

/**
 * A hash of all that a registry serves: index.json's digest, and of each skill what tells its folder's states apart. The
 * same after a restart where nothing changed meanwhile.
 */
export function registryRevision(
  skills: RegistrySnapshot['skills'],
  indexFile: Pick<ParsedIndexFile, 'digest'>,
): string {
  const hash = createHash('sha256').update(indexFile.digest ?? '');
  for (const { key, folder, fingerprint } of skills.values())
    hash.update(JSON.stringify([key, folder, fingerprintByStamps(fingerprint)]));
  return hash.digest('hex');
}

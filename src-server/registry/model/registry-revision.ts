import { createHash } from 'node:crypto';
import type { RegistrySnapshot } from './registry-snapshot.ts';
import { fingerprintByStamps } from './skill.ts';

/** Characters that are hashed in one step. */
const STEP_LENGTH = 256 * 1024;

/**
 * A hash of all that a registry serves: index.json's text, and of each skill what tells its folder's states apart. The
 * same after a restart where nothing changed meanwhile.
 */
export function* revisionSteps({
  skills,
  indexFile,
}: Pick<RegistrySnapshot, 'skills' | 'indexFile'>): Generator<void, string> {
  const hash = createHash('sha256');
  const text = indexFile.text ?? '';
  for (let start = 0; start < text.length; start += STEP_LENGTH) {
    hash.update(text.slice(start, start + STEP_LENGTH));
    yield;
  }
  for (const { key, folder, fingerprint } of skills.values()) {
    hash.update(JSON.stringify([key, folder, fingerprintByStamps(fingerprint)]));
    yield;
  }
  return hash.digest('hex');
}

import { createHmac, randomBytes } from 'node:crypto';
import type { SkillKey } from '../contract/api/api.ts';
import { listWords } from '../contract/words/list-words.ts';
import { printable } from '../contract/words/printable.ts';
import { folderName } from '../registry/model/folder-name.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { truncate } from '../validation/truncate.ts';

const SECRET = randomBytes(32);
const MARKS = 1_000_000_000;
const MARK_DIGITS = 9;
const MOST_NAMES = 5;

/**
 * `#048192033`: a MAC of the texts with a secret of this process, so no author can forge it. Constant number
 * of tokens.
 */
export function markFor(texts: Iterable<string | Buffer>): string {
  const hmac = createHmac('sha256', SECRET);
  for (const text of texts) hmac.update(text);
  return `#${String(hmac.digest().readUInt32BE() % MARKS).padStart(MARK_DIGITS, '0')}`;
}

export function markedLine(about: string, mark: string): string {
  return `<!-- ${about} ${mark} -->`;
}

export function endLine(mark: string): string {
  return `<!-- ${mark} -->`;
}

/** The layer's; for a single registry, the folder's. */
export function registryName({ location, records }: RegistrySnapshot, key: SkillKey): string {
  return printable(truncate(records.get(key)?.layer?.name ?? folderName(location.root)));
}

/** `registry a`, `registries a, b` */
export function registryPhrase({ location, layers }: RegistrySnapshot): string {
  if (layers === undefined) return `registry ${printable(truncate(folderName(location.root)))}`;
  return `registries ${listWords(
    layers.map(({ name }) => printable(truncate(name))),
    MOST_NAMES,
  )}`;
}

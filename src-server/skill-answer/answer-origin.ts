import { createHmac, randomBytes } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { printable } from '../contract/words/printable.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { truncate } from '../validation/truncate.ts';

const SECRET = randomBytes(32);
const MARKS = 1_000_000_000;
const MARK_DIGITS = 9;

/**
 * Returns the mark of an answer, `#048192033`. Only lines of the service have the mark: it is a MAC of the texts with a secret of
 * this process, so no author can put it into a text. All marks have the same number of tokens.
 */
export function markFor(texts: Iterable<string | Buffer>): string {
  const hmac = createHmac('sha256', SECRET);
  for (const text of texts) hmac.update(text);
  return `#${String(hmac.digest().readUInt32BE() % MARKS).padStart(MARK_DIGITS, '0')}`;
}

/** Line above a skill's text. */
export function markedLine(about: string, mark: string): string {
  return `<!-- ${about} ${mark} -->`;
}

/** Line below a skill's text. */
export function endLine(mark: string): string {
  return `<!-- ${mark} -->`;
}

/** Folder name; for a hidden folder with its parent: `widgets/.skills`. */
export function registryName({ root }: RegistryLocation): string {
  const name = basename(root);
  const shown = name.startsWith('.') ? `${basename(dirname(root))}/${name}` : name;
  return printable(truncate(shown || root));
}

import { createHash } from 'node:crypto';

/** `sha256:` and 64 hexadecimal digits. */
export function contentDigest(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Independent of order. */
export function filesDigest(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${text.length}\0`).update(text);
  return `sha256:${hash.digest('hex')}`;
}

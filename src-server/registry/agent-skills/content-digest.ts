import { createHash } from 'node:crypto';

/** `sha256:` and 64 hexadecimal digits. */
export function contentDigest(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

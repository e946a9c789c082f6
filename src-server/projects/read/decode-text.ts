import type { FileText } from '../project-packages.ts';

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** UTF-8, or UTF-16 with byte order mark, as from PowerShell's `pip freeze > requirements.txt`. */
export function decodeText(bytes: Uint8Array): FileText {
  const encoding =
    MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes('\0')) return { ok: false, reason: 'is not text' };
    return { ok: true, text };
  } catch {
    return { ok: false, reason: 'is neither UTF-8 nor UTF-16 text' };
  }
}

import type { UnreadFile } from '../../contract/api/project.ts';

/** Larger files are listed in `unread`. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
export const TOO_LARGE = `is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB`;

export type FileText =
  | { readonly ok: true; readonly text: string }
  /** Reason follows the path: "is a link". */
  | { readonly ok: false; readonly reason: string };

/** Relative paths with `/`. The only source of readers: they also run over files dropped on a page. */
export interface ProjectFiles {
  readonly paths: readonly string[];
  readonly leftOut: readonly UnreadFile[];
  read(path: string): Promise<FileText>;
}

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** UTF-8, or UTF-16 with byte order mark, as from PowerShell's `pip freeze > requirements.txt`. */
export function decodeText(bytes: Uint8Array): FileText {
  const encoding = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  try {
    const text = new TextDecoder(encoding ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? { ok: false, reason: 'is not text' } : { ok: true, text };
  } catch {
    return { ok: false, reason: 'is neither UTF-8 nor UTF-16 text' };
  }
}

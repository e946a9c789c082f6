import type { SkillSubmission } from '../../api/api-client.ts';
import type { FolderFile, FolderListing, FolderSource } from '../../folders/folder-source.ts';
import { compareParts, MANIFEST } from '../../folders/skill-parts.ts';

/** The service's limit. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** The service's limit, without skill.json. */
export const MAX_FILES = 100;

export interface FileSize {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface SkillDraft {
  readonly submission: SkillSubmission;
  /** skill.json first. */
  readonly files: readonly FileSize[];
  /** Other files and folders. */
  readonly leftOut: readonly string[];
}

export type ReadingRefusal =
  | { readonly kind: 'no-manifest' }
  | { readonly kind: 'manifest-invalid'; readonly reason: string }
  | { readonly kind: 'too-many' }
  | { readonly kind: 'too-large'; readonly bytes: number; readonly largest: readonly FileSize[] }
  | { readonly kind: 'not-text'; readonly files: readonly FileSize[] }
  /** Without `path`: the folder. */
  | { readonly kind: 'unreadable'; readonly path?: string };

export type SkillReading =
  | { readonly kind: 'read'; readonly draft: SkillDraft }
  | { readonly kind: 'refused'; readonly refusal: ReadingRefusal };

/** Within the service's limits. Never rejects. */
export async function readSkill(source: FolderSource): Promise<SkillReading> {
  const listing = await source.list().catch(() => undefined);
  if (listing === undefined) return refused({ kind: 'unreadable' });
  const files = listing.files.toSorted((a, b) => compareParts(a.path, b.path));
  const refusal = refusalOf(files);
  if (refusal !== undefined) return refused(refusal);
  const texts = await readTexts(files);
  return texts instanceof Map ? assemble({ ...listing, files }, texts) : refused(texts);
}

/** By names and sizes, before reading contents. */
function refusalOf(files: readonly FolderFile[]): ReadingRefusal | undefined {
  if (!files.some(({ path }) => path === MANIFEST)) return { kind: 'no-manifest' };
  if (files.length - 1 > MAX_FILES) return { kind: 'too-many' };
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MAX_BODY_BYTES ? tooLarge(bytes, files) : undefined;
}

async function readTexts(files: readonly FolderFile[]): Promise<Map<string, string> | ReadingRefusal> {
  const texts = new Map<string, string>();
  const notText: FileSize[] = [];
  for (const file of files) {
    const bytes = await file.read().catch(() => undefined);
    if (bytes === undefined) return { kind: 'unreadable', path: file.path };
    const text = decode(bytes);
    if (text === undefined) notText.push(sizeOf(file));
    else texts.set(file.path, text);
  }
  return notText.length === 0 ? texts : { kind: 'not-text', files: notText };
}

/** `undefined` for invalid UTF-8 or a zero byte. Keeps a BOM. */
function decode(bytes: ArrayBuffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function assemble({ files, leftOut }: FolderListing, texts: ReadonlyMap<string, string>): SkillReading {
  let skill: unknown;
  try {
    skill = JSON.parse((texts.get(MANIFEST) ?? '').replace(/^\uFEFF/, ''));
  } catch (error) {
    return refused({ kind: 'manifest-invalid', reason: error instanceof Error ? error.message : '' });
  }
  if (typeof skill !== 'object' || skill === null || Array.isArray(skill))
    return refused({ kind: 'manifest-invalid', reason: 'It holds no JSON object' });
  const submission = {
    skill,
    files: Object.fromEntries([...texts].filter(([path]) => path !== MANIFEST)),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(submission)).length;
  if (bytes > MAX_BODY_BYTES) return refused(tooLarge(bytes, files));
  return { kind: 'read', draft: { submission, files: files.map(sizeOf), leftOut } };
}

const NAMED_LARGEST = 5;

function tooLarge(bytes: number, files: readonly FolderFile[]): ReadingRefusal {
  const largest = files.toSorted((a, b) => b.size - a.size).slice(0, NAMED_LARGEST);
  return { kind: 'too-large', bytes, largest: largest.map(sizeOf) };
}

function sizeOf({ path, size }: FolderFile): FileSize {
  return { path, size };
}

function refused(refusal: ReadingRefusal): SkillReading {
  return { kind: 'refused', refusal };
}

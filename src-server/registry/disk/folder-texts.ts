import { join } from 'node:path';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { firstSentence } from '../model/derive-summary.ts';
import { type JsonObjectResult, parseJsonObject } from '../model/json-object.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { KnowledgeFile, KnownQuickFindings } from '../model/skill.ts';
import type { DiskDoor, FileStamp } from './disk-door.ts';
import { findUnwritten } from './find-unwritten.ts';
import type { FoundSkill } from './walk-skills.ts';

/** An overview's first sentence stands in its first bytes. */
const OVERVIEW_HEAD_BYTES = 8 * 1024;
const OVERVIEW = 'overview.md';
const NOTHING = Buffer.alloc(0);

/** Where skill.json is. */
export interface ManifestFile {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly stamp: FileStamp;
  /** Why it isn't read at all, whatever it says. */
  readonly refusal?: string;
}

/** All that is known of a folder by reading its files: the same as long as their stamps are. */
export interface KeptTexts {
  /** skill.json as it is on disk. */
  readonly manifestBytes: Uint8Array;
  /** First sentence of overview.md; '' where there is none. */
  readonly overviewSummary: string;
  /** What a template left to write. */
  readonly unwritten: readonly Diagnostic[];
  /** What the quick rules say; absent until somebody asked them. */
  readonly quick?: KnownQuickFindings | undefined;
}

export type ReadManifest = JsonObjectResult & {
  /** A text that is no JSON object is likely being written. */
  readonly isPassing: boolean;
};

export interface FolderTexts extends Omit<KeptTexts, 'manifestBytes'> {
  readonly manifest: ReadManifest;
  /** Files that can't be read now: of them it is as it was. */
  readonly unread: readonly string[];
  /** The same for another time; undefined where a file couldn't be read, or isn't to be. */
  readonly kept: KeptTexts | undefined;
}

export interface TextsRequest {
  readonly found: FoundSkill;
  readonly manifest: ManifestFile;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** Bytes that skill.json may have. */
  readonly maxManifestBytes: number;
  /** What was still to be written when the folder was read before. */
  readonly unwritten: readonly Diagnostic[];
}

/** Reads what a folder's files say; `gone` without a skill.json, or the system's word where that can't be read now. */
export function readFolderTexts(door: DiskDoor, request: TextsRequest): FolderTexts | string {
  const { found, files, unwritten: known } = request;
  const read = readManifest(door, request);
  if (typeof read === 'string') return read;
  const { manifest, bytes } = read;
  let overview: Buffer | undefined;
  const { unwritten, unread } = findUnwritten(door, {
    ...found,
    files,
    // What can't be used isn't written by anybody yet.
    manifestText: manifest.ok ? bytes?.toString('utf8') : undefined,
    known,
    onRead: (path, text) => {
      if (path === OVERVIEW) overview = text;
    },
  });
  const head = needsSummary(manifest) ? (overview ?? readOverview(door, request)) : NOTHING;
  const overviewSummary = head === undefined ? '' : summarize(head);
  const isWhole = bytes !== undefined && head !== undefined && unread.length === 0;
  const kept = isWhole ? { manifestBytes: bytes, overviewSummary, unwritten } : undefined;
  return { manifest, overviewSummary, unwritten, unread, kept };
}

/** What reading the files came to another time; undefined where it can't be used, or can't be of these files. */
export function fromKept(
  kept: KeptTexts,
  { found: { folder }, manifest: { stamp, refusal }, files, maxManifestBytes }: TextsRequest,
): FolderTexts | undefined {
  const { manifestBytes, overviewSummary, unwritten, quick } = kept;
  if (refusal !== undefined || manifestBytes.length !== stamp.size || stamp.size > maxManifestBytes)
    return undefined;
  const isHere = ({ file }: Diagnostic) =>
    [MANIFEST_FILE, ...files.keys()].some((path) => joinRelative(folder, path) === file);
  if (!unwritten.every(isHere)) return undefined;
  const manifest = parseManifest(manifestBytes);
  return { manifest, overviewSummary, unwritten, quick, unread: [], kept };
}

function readManifest(
  door: DiskDoor,
  { found: { directory }, manifest: { path, stamp, refusal }, maxManifestBytes: maxSize }: TextsRequest,
): { readonly manifest: ReadManifest; readonly bytes?: Buffer } | string {
  if (refusal !== undefined) return { manifest: { ok: false, reason: refusal, isPassing: false } };
  const read = door.read({ path, inside: directory, stamp, maxSize });
  if (read.ok) return { manifest: parseManifest(read.bytes), bytes: read.bytes };
  if (read.cause === 'too-large')
    return { manifest: { ok: false, reason: `it has more than ${maxSize} bytes`, isPassing: true } };
  return read.cause === 'gone' ? 'gone' : read.code;
}

/** What the bytes of a skill.json say. */
export function parseManifest(bytes: Uint8Array): ReadManifest {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return { isPassing: true, ...parseJsonObject(text) };
}

/** Whether the overview's first sentence is to say what skill.json doesn't. */
function needsSummary(manifest: ReadManifest): boolean {
  const declared = manifest.ok ? manifest.value['summary'] : '';
  return manifest.ok && (typeof declared !== 'string' || declared === '');
}

/** Where it wasn't among the texts that were looked through; undefined where it can't be read now. */
function readOverview(door: DiskDoor, { found: { directory }, files }: TextsRequest): Buffer | undefined {
  const file = files.get(OVERVIEW);
  if (file === undefined) return NOTHING;
  const head = door.read({
    path: file.target ?? join(directory, file.path),
    inside: directory,
    stamp: file,
    maxSize: Number.POSITIVE_INFINITY,
    length: OVERVIEW_HEAD_BYTES,
  });
  return head.ok ? head.bytes : undefined;
}

function summarize(overview: Buffer): string {
  return firstSentence(overview.toString('utf8', 0, OVERVIEW_HEAD_BYTES));
}

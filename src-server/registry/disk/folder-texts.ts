import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { firstSentence } from '../model/derive-summary.ts';
import { type JsonObjectResult, parseJsonObject } from '../model/json-object.ts';
import { listedInFolders } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { KnowledgeFile, KnownFindings } from '../model/skill.ts';
import type { DiskDoor, FileStamp } from './disk-door.ts';
import { findUnwritten } from './find-unwritten.ts';
import { pathIn } from './path-in.ts';
import type { UnusedManifest } from './skill-folder.ts';
import type { FoundSkill } from './walk-skills.ts';

/** Enough for the first sentence. */
const OVERVIEW_HEAD_BYTES = 8 * 1024;
const OVERVIEW = 'overview.md';
const NOTHING = Buffer.alloc(0);

export interface ManifestFile {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly stamp: FileStamp;
  /** Why the file is never read. */
  readonly refusal?: string;
}

/** Derived from texts; valid while stamps match. */
export interface KeptTexts {
  readonly manifestBytes: Uint8Array;
  /** First sentence of overview.md, or ''. */
  readonly overviewSummary: string;
  /** Template placeholders. */
  readonly unwritten: readonly Diagnostic[];
  /** Rule findings; absent if unchecked. */
  readonly known?: KnownFindings | undefined;
}

export interface FolderTexts extends Omit<KeptTexts, 'manifestBytes'> {
  readonly manifest: JsonObjectResult | UnusedManifest;
  /** Markdown outside `examples/`. */
  readonly listed: readonly string[];
  /** Unreadable files. */
  readonly unread: readonly string[];
}

export interface TextsRequest {
  readonly found: FoundSkill;
  readonly manifest: ManifestFile;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly maxManifestBytes: number;
  /** Placeholders of the previous read. */
  readonly unwritten: readonly Diagnostic[];
}

/** `gone` without skill.json; the system's code if unreadable. */
export function readFolderTexts(door: DiskDoor, request: TextsRequest): FolderTexts | string {
  const { found, files, unwritten: known } = request;
  const manifest = readManifest(door, request);
  if (typeof manifest === 'string') return manifest;
  const text = Buffer.isBuffer(manifest) ? manifest.toString('utf8') : '';
  const parsed = Buffer.isBuffer(manifest) ? parseJsonObject(text) : manifest;
  let overview: Buffer | undefined;
  const { unwritten, unread } = findUnwritten(door, {
    ...found,
    files,
    // An unusable skill.json is not searched for placeholders.
    manifestText: parsed.ok ? text : undefined,
    known,
    onRead: (path, text) => {
      if (path === OVERVIEW) overview = text;
    },
  });
  const head = needsSummary(parsed) ? (overview ?? readOverview(door, request)) : NOTHING;
  const overviewSummary = head === undefined ? '' : summarize(head);
  const listed = parsed.ok ? listedInFolders(parsed.value) : [];
  return {
    manifest: parsed,
    overviewSummary,
    unwritten,
    listed,
    unread: head === undefined ? [...unread, OVERVIEW] : unread,
  };
}

/** Undefined if the texts can't belong to the files. */
export function fromKept(
  kept: KeptTexts,
  { found: { folder }, manifest: { stamp, refusal }, files, maxManifestBytes }: TextsRequest,
): FolderTexts | undefined {
  const { manifestBytes, overviewSummary, unwritten, known } = kept;
  if (refusal !== undefined || stamp.size > maxManifestBytes) return undefined;
  const isHere = ({ file }: Diagnostic) =>
    [MANIFEST_FILE, ...files.keys()].some((path) => joinRelative(folder, path) === file);
  if (!unwritten.every(isHere)) return undefined;
  const manifest = parseJsonObject(Buffer.from(manifestBytes).toString('utf8'));
  return { manifest, overviewSummary, unwritten, known, listed: [], unread: [] };
}

function readManifest(
  door: DiskDoor,
  { found: { directory }, manifest: { path, stamp, refusal }, maxManifestBytes: maxSize }: TextsRequest,
): Buffer | UnusedManifest | string {
  if (refusal !== undefined) return { ok: false, reason: refusal, isPassing: false };
  const read = door.read({ path, inside: directory, stamp, maxSize });
  if (read.ok) return read.bytes;
  if (read.cause === 'too-large')
    return { ok: false, reason: `it has more than ${maxSize} bytes`, isPassing: true };
  return read.cause === 'gone' ? 'gone' : read.code;
}

function needsSummary(manifest: JsonObjectResult | UnusedManifest): boolean {
  if (!manifest.ok) return false;
  const declared = manifest.value['summary'];
  return typeof declared !== 'string' || declared === '';
}

/** Needed if `findUnwritten` stopped before the overview. Undefined if unreadable. */
function readOverview(door: DiskDoor, { found: { directory }, files }: TextsRequest): Buffer | undefined {
  const file = files.get(OVERVIEW);
  if (file === undefined) return NOTHING;
  const head = door.read({
    path: file.target ?? pathIn(directory, file.path),
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

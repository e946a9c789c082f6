import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { firstSentence } from '../model/derive-summary.ts';
import { type ManifestResult, parseManifest } from '../model/json-object.ts';
import { listedInFolders } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { KnowledgeFile, KnownFindings } from '../model/skill.ts';
import type { DiskReader, FileStamp } from './disk-reader.ts';
import { findPlaceholders } from './find-placeholders.ts';
import { pathIn } from './paths.ts';
import type { UnusedManifest } from './skill-folder.ts';
import type { FoundSkill } from './walk-skills.ts';

const OVERVIEW_HEAD_BYTES = 8 * 1024;
const OVERVIEW = 'overview.md';
const NOTHING = Buffer.alloc(0);

export interface ManifestFile {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly refusal?: string;
}

/** Valid while stamps match. */
export interface CachedTexts {
  readonly manifestBytes: Uint8Array;
  readonly overviewSummary: string;
  readonly placeholders: readonly Diagnostic[];
  readonly known?: KnownFindings | undefined;
}

export interface FolderTexts extends Omit<CachedTexts, 'manifestBytes'> {
  readonly manifest: ManifestResult | UnusedManifest;
  readonly listed: readonly string[];
  readonly unread: readonly string[];
}

export interface TextsRequest {
  readonly found: FoundSkill;
  readonly manifest: ManifestFile;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly maxManifestBytes: number;
  readonly placeholders: readonly Diagnostic[];
}

/** `gone` without skill.json; otherwise the system's code. */
export function readFolderTexts(reader: DiskReader, request: TextsRequest): FolderTexts | string {
  const { found, files, placeholders: known } = request;
  const manifest = readManifest(reader, request);
  if (typeof manifest === 'string') return manifest;
  const text = Buffer.isBuffer(manifest) ? manifest.toString('utf8') : '';
  const parsed = Buffer.isBuffer(manifest) ? parseManifest(text) : manifest;
  let overview: Buffer | undefined;
  const { placeholders, unread } = findPlaceholders(reader, {
    ...found,
    files,
    // An unusable skill.json is not searched for placeholders.
    manifestText: parsed.ok ? text : undefined,
    known,
    onRead: (path, text) => {
      if (path === OVERVIEW) overview = text;
    },
  });
  const head = needsSummary(parsed) ? (overview ?? readOverview(reader, request)) : NOTHING;
  const overviewSummary = head === undefined ? '' : summarize(head);
  const listed = parsed.ok ? listedInFolders(parsed.value) : [];
  return {
    manifest: parsed,
    overviewSummary,
    placeholders,
    listed,
    unread: head === undefined ? [...unread, OVERVIEW] : unread,
  };
}

/** Undefined if files differ. */
export function fromCached(
  kept: CachedTexts,
  { found: { folder }, manifest: { stamp, refusal }, files, maxManifestBytes }: TextsRequest,
): FolderTexts | undefined {
  const { manifestBytes, overviewSummary, placeholders, known } = kept;
  if (refusal !== undefined || stamp.size > maxManifestBytes) return undefined;
  const isHere = ({ file }: Diagnostic) =>
    [MANIFEST_FILE, ...files.keys()].some((path) => joinRelative(folder, path) === file);
  if (!placeholders.every(isHere)) return undefined;
  const manifest = parseManifest(Buffer.from(manifestBytes).toString('utf8'));
  return { manifest, overviewSummary, placeholders, known, listed: [], unread: [] };
}

function readManifest(
  reader: DiskReader,
  { found: { directory }, manifest: { path, stamp, refusal }, maxManifestBytes: maxSize }: TextsRequest,
): Buffer | UnusedManifest | string {
  if (refusal !== undefined) return { ok: false, reason: refusal, isPassing: false };
  const read = reader.read({ path, inside: directory, stamp, maxSize });
  if (read.ok) return read.bytes;
  if (read.cause === 'too-large')
    return { ok: false, reason: `it has more than ${maxSize} bytes`, isPassing: true };
  return read.cause === 'gone' ? 'gone' : read.code;
}

function needsSummary(manifest: ManifestResult | UnusedManifest): boolean {
  if (!manifest.ok) return false;
  const declared = manifest.value['summary'];
  return typeof declared !== 'string' || declared === '';
}

/** Needed if `findPlaceholders` stopped before. */
function readOverview(reader: DiskReader, { found: { directory }, files }: TextsRequest): Buffer | undefined {
  const file = files.get(OVERVIEW);
  if (file === undefined) return NOTHING;
  const head = reader.read({
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

import { hash } from 'node:crypto';
import { isKnowledgeFile, isOtherMarkdown } from '../../validation/knowledge-files.ts';
import { listedInFolders } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import { joinFingerprint, type KnowledgeFile, MAX_CONTENT_BYTES, type SkillFolder } from '../model/skill.ts';
import {
  codeOf,
  type DiskReader,
  type FileStamp,
  type FolderItem,
  isSameStamp,
  stampOf,
} from './disk-reader.ts';
import {
  type FolderTexts,
  fromCached,
  type ManifestFile,
  readFolderTexts,
  type TextsRequest,
} from './folder-texts.ts';
import { listKnowledgeFiles } from './list-knowledge-files.ts';
import { isInside, pathIn } from './paths.ts';
import type { SkillCache } from './skill-cache.ts';
import { toSkillFolder } from './skill-folder.ts';
import type { FoundSkill } from './walk-skills.ts';

/** Changes within this time may have equal times: FAT resolves 2 s. */
export const RACY_MS = 2_000;
/** Truncated later: likely being rewritten. */
const SETTLE_MS = 50;

/** For changes without opening files. */
export interface KnownFolder {
  readonly directory: string;
  readonly manifest: FileStamp;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly remarks: string;
  /** By path, for files within `RACY_MS`. */
  readonly racy: ReadonlyMap<string, string>;
  readonly placeholders: SkillFolder['placeholders'];
  readonly listed: readonly string[];
}

/** Without skill.json's stamp, so that the next scan reads the folder. */
export function knownFrom({ directory, manifest, files, placeholders }: SkillFolder): KnownFolder {
  const listed = manifest === undefined ? [] : listedInFolders(manifest);
  return { directory, manifest: NO_STAMP, files, remarks: '', racy: new Map(), placeholders, listed };
}

type SeenFolder = Omit<KnownFolder, 'racy' | 'placeholders' | 'listed'>;

type FolderReading =
  | { readonly outcome: 'gone' }
  /** Keeps the known state. */
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'same'; readonly known: KnownFolder }
  | { readonly outcome: 'read'; readonly known: KnownFolder; readonly read: SkillFolder };

interface FolderReadingRequest {
  readonly found: FoundSkill;
  readonly known: KnownFolder | undefined;
  readonly now: number;
  readonly cache?: SkillCache | undefined;
  readonly maxManifestBytes: number;
  readonly onDirectory: (directory: string) => void;
  readonly onUnreadable: (path: string, code: string) => void;
}

/** Reads skill.json, derived texts, file names and stamps. */
export function readSkillFolder(reader: DiskReader, request: FolderReadingRequest): FolderReading {
  const listed = request.known?.listed ?? [];
  const reading = readWithListed(reader, request, listed);
  if (reading.outcome !== 'read' || isSameList(reading.known.listed, listed)) return reading;
  // skill.json now lists files of other folders, so list again.
  return readWithListed(reader, request, reading.known.listed);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((path, index) => path === b[index]);
}

function readWithListed(
  reader: DiskReader,
  request: FolderReadingRequest,
  listed: readonly string[],
): FolderReading {
  const { found, known, onDirectory, onUnreadable } = request;
  const manifestPath = joinRelative(found.folder, 'skill.json');
  const manifestFile = tolerating(
    () => findManifest(reader, found),
    (code) => onUnreadable(manifestPath, code),
  );
  if (manifestFile === undefined) return { outcome: 'unreadable' };
  if (manifestFile === 'gone') return { outcome: 'gone' };
  const { directory, folder, items } = found;
  const asked = { directory, folder, items, listed, known: known?.files, onDirectory, onUnreadable };
  const listing = listKnowledgeFiles(reader, asked);
  const otherFiles = items.filter(isMisnamed).map(({ name }) => name);
  const remarks = JSON.stringify([manifestFile.refusal, listing.diagnostics, otherFiles]);
  const seen: SeenFolder = { directory, manifest: manifestFile.stamp, files: listing.files, remarks };
  if (known !== undefined && isSameFolder(known, seen)) {
    if (known.racy.size === 0) return { outcome: 'same', known };
    const hashes = hashFiles(reader, seen, manifestFile.path, known.racy.keys());
    const isUnread = ([path]: readonly [string, string]) => hashes.get(path) === UNREAD;
    // An unreadable file does not count as changed; its hash stays pending.
    if ([...known.racy].every((entry) => hashes.get(entry[0]) === entry[1] || isUnread(entry)))
      return {
        outcome: 'same',
        known: {
          ...seen,
          racy: new Map([...known.racy].filter(isUnread)),
          placeholders: known.placeholders,
          listed,
        },
      };
  }
  const { diagnostics } = listing;
  return readAnew(reader, request, { seen, manifestFile, otherFiles, diagnostics });
}

interface ListedFolder extends Pick<SkillFolder, 'otherFiles' | 'diagnostics'> {
  readonly seen: SeenFolder;
  readonly manifestFile: ManifestFile;
}

function readAnew(reader: DiskReader, request: FolderReadingRequest, listed: ListedFolder): FolderReading {
  const { found, now, onUnreadable } = request;
  const { seen, manifestFile, otherFiles, diagnostics } = listed;
  const { manifest, files } = seen;
  const young = racyPaths(seen, now);
  const fingerprint = fingerprintOf(seen);
  // A recently changed file may have changed again without a new stamp.
  const cache = young.length === 0 ? request.cache : undefined;
  const texts = textsOf(reader, request, { manifest: manifestFile, files }, fingerprint, cache);
  if (texts === 'gone') return { outcome: 'gone' };
  if (typeof texts === 'string') {
    onUnreadable(joinRelative(found.folder, 'skill.json'), texts);
    return { outcome: 'unreadable' };
  }
  // Reuse the texts read just now.
  const read: DiskReader['read'] = (asked) => reader.read({ ...asked, recent: true });
  const hashes = hashFiles({ ...reader, read }, seen, manifestFile.path, young);
  const racy = new Map([...hashes, ...texts.unread.map((path) => [path, UNREAD] as const)]);
  const { placeholders, known, listed: nowListed } = texts;
  const skillFolder = toSkillFolder({
    folder: found.folder,
    directory: seen.directory,
    manifest: texts.manifest,
    manifestBytes: manifest.size,
    manifestMtimeMs: manifest.mtimeMs,
    files,
    otherFiles,
    overviewSummary: texts.overviewSummary,
    diagnostics,
    placeholders,
    ...(known && { known }),
    fingerprint: joinFingerprint(fingerprint, racy.size === 0 ? '' : fingerprintOf(seen, racy)),
  });
  return { outcome: 'read', known: { ...seen, racy, placeholders, listed: nowListed }, read: skillFolder };
}

function textsOf(
  reader: DiskReader,
  { found, known, maxManifestBytes }: FolderReadingRequest,
  { manifest, files }: Pick<TextsRequest, 'manifest' | 'files'>,
  fingerprint: string,
  cache: SkillCache | undefined,
): FolderTexts | string {
  const asked = { found, manifest, files, maxManifestBytes, placeholders: known?.placeholders ?? [] };
  const kept = cache?.find(found.folder, fingerprint);
  return (kept && fromCached(kept, asked)) ?? readFolderTexts(reader, asked);
}

function isMisnamed({ kind, name }: FolderItem): boolean {
  const isCapital = name !== name.toLowerCase() && !isKnowledgeFile(name);
  return kind === 'file' && !name.startsWith('.') && (isCapital || isOtherMarkdown(name));
}

export function isBeingRewritten({ manifest, files }: KnownFolder, now: number): boolean {
  return [manifest, ...files.values()].some(
    ({ size, ctimeMs }) => size === 0 && Math.abs(now - ctimeMs) < SETTLE_MS,
  );
}

function tolerating<T>(find: () => T, onUnreadable: (code: string) => void): T | undefined {
  try {
    return find();
  } catch (error) {
    onUnreadable(codeOf(error));
    return undefined;
  }
}

const NO_STAMP: FileStamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

function findManifest(reader: DiskReader, { directory, items }: FoundSkill): ManifestFile | 'gone' {
  const link = pathIn(directory, 'skill.json');
  // Only a link can lead elsewhere. A link that replaces the file now is refused by the read.
  const isPlain = items.some(({ name, kind }) => name === 'skill.json' && kind === 'file');
  const path = isPlain ? link : reader.realPath(link);
  const refuse = (refusal: string): ManifestFile => ({ path: link, stamp: NO_STAMP, refusal });
  if (path === undefined)
    return isListed(reader, directory) ? refuse('it is a link that leads nowhere') : 'gone';
  if (!isInside(directory, path)) return refuse('it is a link that leads out of its folder');
  const item = reader.stat(path);
  if (item === undefined) return 'gone';
  return item.kind === 'file' ? { path, stamp: stampOf(item) } : refuse('it is not a regular file');
}

function isListed(reader: DiskReader, directory: string): boolean {
  return reader.list(directory)?.items.some(({ name }) => name === 'skill.json') ?? false;
}

function isSameFolder(known: KnownFolder, seen: SeenFolder): boolean {
  if (known.directory !== seen.directory || !isSameStamp(known.manifest, seen.manifest)) return false;
  if (known.files.size !== seen.files.size || known.remarks !== seen.remarks) return false;
  for (const [path, file] of seen.files) {
    const before = known.files.get(path);
    if (before === undefined || !isSameStamp(before, file) || before.target !== file.target) return false;
  }
  return true;
}

function racyPaths({ manifest, files }: SeenFolder, now: number): string[] {
  const isRacy = ({ ctimeMs }: FileStamp) => Math.abs(now - ctimeMs) < RACY_MS;
  const racy = [...files.values()].filter(isRacy).map(({ path }) => path);
  return isRacy(manifest) ? ['skill.json', ...racy] : racy;
}

const UNREAD = 'unreadable';

function hashFiles(
  reader: DiskReader,
  { directory, manifest, files }: SeenFolder,
  manifestPath: string,
  paths: Iterable<string>,
): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const path of paths) {
    const file = files.get(path);
    const stamp = path === 'skill.json' ? manifest : file;
    if (stamp === undefined) continue;
    const real = path === 'skill.json' ? manifestPath : (file?.target ?? pathIn(directory, path));
    const read = reader.read({ path: real, inside: directory, stamp, maxSize: MAX_CONTENT_BYTES });
    if (read.ok) hashes.set(path, hash('sha1', read.bytes, 'base64'));
    else hashes.set(path, read.cause === 'unreadable' ? UNREAD : read.code);
  }
  return hashes;
}

function fingerprintOf({ manifest, files, remarks }: SeenFolder, racy?: KnownFolder['racy']): string {
  const line = (path: string, { size, mtimeMs, ctimeMs, ino }: FileStamp, target = '') =>
    `${path}\0${size}\0${mtimeMs}\0${ctimeMs}\0${ino}\0${target}\0${racy?.get(path) ?? ''}\n`;
  let lines = line('skill.json', manifest) + remarks;
  for (const file of files.values()) lines += line(file.path, file, file.target);
  return hash('sha1', lines, 'base64url');
}

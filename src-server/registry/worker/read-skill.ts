import { hash } from 'node:crypto';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { isKnowledgeFile, isOtherMarkdown } from '../../validation/knowledge-files.ts';
import { firstSentence } from '../model/derive-summary.ts';
import { type PlaceholderTexts, placeholdersOf } from '../model/draft-placeholders.ts';
import { type ManifestResult, parseManifest } from '../model/json-object.ts';
import { acceptManifest, listContents, listedInFolders } from '../model/read-manifest.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { SkillFolder } from '../model/skill-folder.ts';
import { isInside, pathIn } from '../paths.ts';
import type { KnowledgeFile } from '../skill-record.ts';
import { codeOf, type Disk, type FileStamp, type FolderItem, isSameStamp, stampOf } from './disk.ts';
import { type ListedFile, listFiles } from './list-files.ts';
import { IN_CLOUD, isInCloud, readText } from './read-text.ts';
import type { FoundSkill } from './walk-skills.ts';

/** Larger manifests are refused. */
export const MAX_MANIFEST_BYTES = 256 * 1024;
const MAX_SKILL_BYTES = 16 * 1024 * 1024;
/** Changes within this time may have equal times: FAT resolves 2 s. */
export const YOUNG_MS = 2_000;
const OVERVIEW_HEAD = 8 * 1024;
const NO_STAMP: FileStamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** A folder as it was read, and what tells whether it changed since. */
export interface KnownFolder {
  readonly read: SkillFolder;
  readonly listed: readonly string[];
  /** Of all stamps and names; '' to read again. */
  readonly signature: string;
  /** Of all texts, if a file was too young for its stamp to tell of the next change. */
  readonly youngHash: string | undefined;
}

export type FolderReading =
  | { readonly outcome: 'gone' }
  /** What is known stays. */
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'same'; readonly known: KnownFolder }
  | {
      readonly outcome: 'read';
      readonly known: KnownFolder;
      readonly texts: ReadonlyMap<string, string>;
    };

interface FolderRequest {
  readonly found: FoundSkill;
  readonly known: KnownFolder | undefined;
  readonly now: number;
  readonly onDirectory: (directory: string) => void;
  readonly onUnreadable: (path: string, code: string) => void;
}

/** Reads a folder whole, unless its names and stamps are those that are known. */
export function readSkill(disk: Disk, request: FolderRequest): FolderReading {
  const { found, known, now } = request;
  const failures: (readonly [path: string, code: string])[] = [];
  const fail = (path: string, code: string) => void failures.push([path, code]);
  const say = () => {
    for (const [path, code] of failures) request.onUnreadable(path, code);
  };
  const place = tolerating(
    () => findManifest(disk, found),
    (code) => fail(joinRelative(found.folder, 'skill.json'), code),
  );
  if (place === 'gone') return { outcome: 'gone' };
  const list = (listed: readonly string[]) =>
    listFiles(disk, { found, listed, onDirectory: request.onDirectory, onUnreadable: fail });
  const listing = place && list(known?.listed ?? []);
  const others = found.items.filter(isMisnamed).map(({ name }) => name);
  const sign = (files: ReadonlyMap<string, ListedFile>, says: readonly Diagnostic[]) =>
    place === undefined || failures.length > 0 ? '' : signatureOf(found, place, files, [others, says]);
  const signature = listing === undefined ? '' : sign(listing.files, listing.diagnostics);
  if (
    known !== undefined &&
    signature === known.signature &&
    known.youngHash === undefined &&
    signature !== ''
  )
    return { outcome: 'same', known };
  const manifest = place && readManifest(disk, found, place);
  if (
    place === undefined ||
    listing === undefined ||
    typeof manifest === 'string' ||
    manifest === undefined
  ) {
    if (typeof manifest === 'string') fail(joinRelative(found.folder, 'skill.json'), manifest);
    say();
    return manifest === undefined && place !== undefined ? { outcome: 'gone' } : { outcome: 'unreadable' };
  }
  const listed = manifest.parsed.ok ? listedInFolders(manifest.parsed.value) : [];
  const isListedAnew = listed.join('\0') !== (known?.listed ?? []).join('\0');
  const { files, diagnostics } = isListedAnew ? list(listed) : listing;
  const texts = readTexts(disk, found, files, fail);
  say();
  if (failures.length > 0 && known !== undefined) return { outcome: 'unreadable' };
  const isChanging = !isSameStamp(manifest.stamp, place.stamp) || texts.isChanging;
  const isYoung = [place.stamp, ...files.values()].some(({ ctimeMs }) => Math.abs(now - ctimeMs) < YOUNG_MS);
  const youngHash = isYoung ? hashOf(manifest.text, texts.texts) : undefined;
  const after: Pick<KnownFolder, 'listed' | 'signature' | 'youngHash'> = {
    listed,
    signature: isChanging ? '' : sign(files, diagnostics),
    youngHash,
  };
  const isSame = known?.youngHash !== undefined && signature === known.signature && !isChanging;
  if (isSame && known.youngHash === hashOf(manifest.text, texts.texts))
    return { outcome: 'same', known: { ...after, read: known.read } };
  const says = [...diagnostics, ...texts.diagnostics];
  const read = makeFolder(found, { manifest, others, says, ...texts });
  return { outcome: 'read', known: { ...after, read }, texts: texts.texts };
}

interface ManifestPlace {
  readonly path: string;
  readonly stamp: FileStamp;
  /** Why it isn't read. Continues "skill.json could not be read: ". */
  readonly refusal?: string;
}

function findManifest(disk: Disk, { directory, items }: FoundSkill): ManifestPlace | 'gone' {
  const link = pathIn(directory, 'skill.json');
  // Only a link can lead elsewhere. A link that replaces the file now is refused by the read.
  const isPlain = items.some(({ name, kind }) => name === 'skill.json' && kind === 'file');
  const path = isPlain ? link : disk.realPath(link);
  const refuse = (refusal: string): ManifestPlace => ({ path: link, stamp: NO_STAMP, refusal });
  if (path === undefined) return refuse('it is a link that leads nowhere');
  if (!isInside(directory, path)) return refuse('it is a link that leads out of its folder');
  const item = disk.stat(path);
  if (item === undefined) return 'gone';
  if (item.kind !== 'file') return refuse('it is not a regular file');
  return isInCloud(item) ? refuse(`it ${IN_CLOUD}`) : { path, stamp: stampOf(item) };
}

interface ReadManifest {
  readonly text: string;
  readonly stamp: FileStamp;
  /** A file that is refused won't get better while it is being written. */
  readonly parsed: ManifestResult & { readonly isPassing?: boolean };
}

/** The system's code if unreadable, undefined if gone. */
function readManifest(
  disk: Disk,
  { directory }: FoundSkill,
  { path, stamp, refusal }: ManifestPlace,
): ReadManifest | string | undefined {
  if (refusal !== undefined)
    return { text: '', stamp, parsed: { ok: false, reason: refusal, isPassing: false } };
  if (stamp.size > MAX_MANIFEST_BYTES)
    return { text: '', stamp, parsed: { ok: false, reason: `it has more than ${MAX_MANIFEST_BYTES} bytes` } };
  const reading = readText(disk, path, directory);
  if (reading === undefined) return undefined;
  if ('code' in reading) return reading.code;
  if ('unread' in reading)
    return { text: '', stamp, parsed: { ok: false, reason: `it ${reading.unread}`, isPassing: false } };
  return { text: reading.text, stamp: reading.stamp, parsed: parseManifest(reading.text) };
}

interface ReadTexts {
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** A file differed from its listing. */
  readonly isChanging: boolean;
}

function readTexts(
  disk: Disk,
  { folder, directory }: FoundSkill,
  listed: ReadonlyMap<string, ListedFile>,
  onUnreadable: (path: string, code: string) => void,
): ReadTexts {
  const files = new Map<string, KnowledgeFile>();
  const texts = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  let left = MAX_SKILL_BYTES;
  let isChanging = false;
  for (const [path, item] of listed) {
    const { real, size, mtimeMs } = item;
    const file = joinRelative(folder, path);
    const fits = size <= left;
    const reading =
      item.isInCloud || isInCloud(item)
        ? { unread: IN_CLOUD }
        : fits
          ? readText(disk, real, directory)
          : { unread: 'is left out, since the skill has more than 16 MiB of texts' };
    if (reading === undefined) {
      isChanging = true;
    } else if ('text' in reading) {
      left -= reading.bytes;
      if (!isSameStamp(reading.stamp, item)) isChanging = true;
      files.set(path, { path, size: reading.stamp.size, mtimeMs: reading.stamp.mtimeMs });
      texts.set(path, reading.text);
      if (reading.isUtf16)
        diagnostics.push(diagnose('text-not-utf8', `${path} is UTF-16, and is served as UTF-8.`, { file }));
    } else {
      const unread = 'code' in reading ? `can't be read (${reading.code})` : reading.unread;
      files.set(path, { path, size, mtimeMs, unread });
      if ('code' in reading) onUnreadable(file, reading.code);
      else diagnostics.push(reportUnread(path, unread, file));
    }
  }
  return { files, texts, diagnostics, isChanging };
}

function reportUnread(path: string, unread: string, file: string): Diagnostic {
  const code = /larger than|left out/.test(unread) ? 'file-too-large' : 'file-unreadable';
  const fix = /LFS/.test(unread)
    ? 'Fetch the file: git lfs pull.'
    : unread === IN_CLOUD
      ? 'Keep the folder on this disk: in the file manager, "Always keep on this device" or "Download now".'
      : undefined;
  const message = `${path} ${unread}. Nothing of it is served.`;
  return diagnose(code, message, { file, ...(fix !== undefined && { fix }) });
}

interface FolderFacts extends Pick<ReadTexts, 'files' | 'texts'> {
  readonly manifest: ReadManifest;
  readonly others: readonly string[];
  readonly says: readonly Diagnostic[];
}

function makeFolder({ folder, directory }: FoundSkill, facts: FolderFacts): SkillFolder {
  const { manifest, files, texts, others, says } = facts;
  const diagnostics = [...says];
  const value = acceptManifest(manifest.parsed, folder, diagnostics);
  const searched: PlaceholderTexts = {
    folder,
    texts,
    // An unusable skill.json is not searched for placeholders.
    manifestText: manifest.parsed.ok ? manifest.text : undefined,
  };
  return {
    folder,
    directory,
    manifest: value,
    manifestText: manifest.text,
    manifestMtimeMs: manifest.stamp.mtimeMs,
    isManifestBroken: !manifest.parsed.ok && (manifest.parsed.isPassing ?? true),
    files,
    contents: value === undefined ? [] : listContents(value, folder, files, diagnostics),
    overviewSummary: value === undefined ? '' : summaryOf(texts.get('overview.md')),
    otherFiles: others,
    diagnostics,
    placeholders: placeholdersOf(searched),
  };
}

function summaryOf(overview = ''): string {
  return firstSentence(overview.slice(0, OVERVIEW_HEAD));
}

function isMisnamed({ kind, name }: FolderItem): boolean {
  const isCapital = name !== name.toLowerCase() && !isKnowledgeFile(name);
  return kind === 'file' && !name.startsWith('.') && (isCapital || isOtherMarkdown(name));
}

function signatureOf(
  { directory }: FoundSkill,
  { stamp, refusal = '' }: ManifestPlace,
  files: ReadonlyMap<string, ListedFile>,
  remarks: unknown,
): string {
  const line = ({ size, mtimeMs, ctimeMs, ino }: FileStamp) => `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  let lines = `${directory}\0${line(stamp)}\0${refusal}\0${JSON.stringify(remarks)}`;
  for (const [path, file] of files) lines += `\n${path}\0${file.real}\0${line(file)}`;
  return hash('sha1', lines, 'base64url');
}

function hashOf(manifestText: string, texts: ReadonlyMap<string, string>): string {
  return hash('sha1', JSON.stringify([manifestText, ...texts]), 'base64url');
}

function tolerating<T>(find: () => T, onUnreadable: (code: string) => void): T | undefined {
  try {
    return find();
  } catch (error) {
    onUnreadable(codeOf(error));
    return undefined;
  }
}

import { hash } from 'node:crypto';
import { STANDARD_FILES } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { LIMITS } from '../../contract/limits.ts';
import { PLACEHOLDER_START } from '../../contract/skill-format.ts';
import { firstSaying, firstTitle } from '../../search/dangers.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { withPositions } from '../../validation/json-position.ts';
import {
  isKnowledgeFile,
  isOtherMarkdown,
  placeholdersIn,
  placeholdersInManifest,
} from '../../validation/knowledge-files.ts';
import { type ManifestResult, parseManifest } from '../index-json.ts';
import {
  acceptManifest,
  firstSentence,
  listContentPaths,
  listedInFolders,
  listedPaths,
  usableValue,
} from '../manifest.ts';
import type { SkillFolder } from '../skill-folder.ts';
import type { KnowledgeFile } from '../skill-record.ts';
import {
  type Disk,
  type FolderItem,
  type FoundFile,
  findFile,
  IN_CLOUD,
  isInFolder,
  joinRelative,
  type Place,
  REFUSALS,
  readText,
} from './disk.ts';
import { type FoundSkill, LEADS_OUT, listFiles, type WalkEvents } from './walk-skills.ts';

/** A file system that counts whole seconds may give two changes within this time the same time: FAT resolves 2 s. */
const COARSE_TIMES_MS = 2_000;
/** A file system whose times have fractions of a second needs some ticks of the system's clock. */
const FINE_TIMES_MS = 100;
const OVERVIEW_HEAD = 8 * 1024;
/** Placeholders of a skill that are reported: a single text may hold a million. */
const MOST_PLACEHOLDERS = 100;

/** A folder as it was read, and what tells whether it changed since. */
export interface KnownFolder {
  readonly read: SkillFolder;
  readonly directory: string;
  readonly listed: readonly string[];
  /** A hash of names, sizes, times and inodes: while it is the same, nothing is read. */
  readonly stamps: string;
  /** A hash of names and bytes: the same bytes written again are no change. */
  readonly digest: string;
  /** The folder is changing, or changed so lately that its stamps may not tell of the next change: it is read again. */
  readonly mayChangeUnseen: boolean;
  readonly length: number;
}

/**
 * What reading a folder gave. `gone`: it has no skill.json any more. `unreadable`: something of it can't be read now,
 * and its last state stays. `same`: names and stamps are those that are known. Else the folder with the texts that
 * were read, by path; with the same `digest` as before, nothing is different but the stamps.
 */
export type FolderReading =
  | 'gone'
  | 'unreadable'
  | 'same'
  | { readonly known: KnownFolder; readonly texts: ReadonlyMap<string, string> };

interface FolderRequest extends WalkEvents {
  readonly found: FoundSkill;
  readonly known: KnownFolder | undefined;
  /** Only the list is asked for, and once: findings get no positions, and nothing is hashed. Default: false. */
  readonly isForList?: boolean;
}

/**
 * Reads a folder whole, unless its names and stamps are those that are known. A file that can't be read now, though
 * it could be before, makes the whole folder `unreadable`: its last state then stays, rather than a skill with holes.
 */
export function readSkill(
  disk: Disk,
  { found, known, isForList = false, ...events }: FolderRequest,
): FolderReading {
  const { folder, directory, items } = found;
  let hasAllFiles = true;
  const orNoteUnreadable = <T>(path: string, read: () => T): T | undefined => {
    const result = events.orNoteUnreadable(path, () => ({ value: read() }));
    // What never could be read doesn't keep other files from being read again.
    if (result === undefined && (known === undefined || wasRead(known.read, path))) hasAllFiles = false;
    return result?.value;
  };
  const manifestFile = joinRelative(folder, MANIFEST_FILE);
  const isPlain = items.some(({ name, kind }) => name === MANIFEST_FILE && kind === 'file');
  const place = orNoteUnreadable(manifestFile, () => findFile(disk, directory, MANIFEST_FILE, isPlain));
  if (place === undefined) return hasAllFiles ? 'gone' : 'unreadable';
  const list = (listed: readonly string[]) => listFiles(disk, found, listed, { ...events, orNoteUnreadable });
  const others = items.filter(isMisnamed).map(({ name }) => name);
  const stampsNow = (at: ReturnType<typeof list>) =>
    isForList ? '' : stampsOf(place, at.files, [directory, others, at.diagnostics, [...at.refused]]);
  const before = known && list(known.listed);
  const isSame = before !== undefined && hasAllFiles && known?.stamps === stampsNow(before) && !isForList;
  if (isSame && !known?.mayChangeUnseen) return 'same';
  const manifest = orNoteUnreadable(manifestFile, () => readManifest(disk, place, directory, isForList));
  if (manifest === undefined) return 'unreadable';
  const listed = manifest.parsed.ok ? listedInFolders(manifest.parsed.value) : [];
  const isListedAnew = listed.join('\0') !== known?.listed.join('\0');
  const now = before === undefined || isListedAnew ? list(listed) : before;
  const { files, refused, diagnostics } = now;
  const request = { ...events, before: known?.read, isForList };
  const { texts, isChanging, hasLost, ...read } = readTexts(disk, found, files, request);
  const links = refusedFiles(manifest, refused);
  // A file that was read before keeps its text, and so all others.
  if (known !== undefined && (!hasAllFiles || hasLost || manifest.isUnread)) return 'unreadable';
  const mayChangeUnseen =
    !hasAllFiles || isChanging || manifest.isChanging || [place, ...files.values()].some(isRecent);
  const after = stampsNow(now);
  const contents = Array.from(read.files.values(), ({ path, size, unread = read.digests.get(path) }) =>
    [path, size, unread].join('\0'),
  );
  const names = [others, diagnostics, read.diagnostics, [...refused], manifest.digest, contents];
  const digest = isForList ? '' : hash('sha1', JSON.stringify(names), 'base64url');
  const length = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  const says = [...diagnostics, ...reportLinks(folder, refused, links), ...read.diagnostics];
  const folderNow = makeFolder(found, {
    manifest,
    others,
    says,
    texts,
    files: new Map([...read.files, ...links]),
    isForList,
  });
  return {
    known: { directory, listed, stamps: after, digest, mayChangeUnseen, length, read: folderNow },
    texts,
  };
}

/** Returns the files that skill.json lists, or that each skill needs, and that are links which aren't followed. */
function refusedFiles(
  { parsed }: ReadManifest,
  refused: ReadonlyMap<string, string>,
): ReadonlyMap<string, KnowledgeFile> {
  const listed = parsed.ok ? listedPaths(parsed.value).map(({ path }) => path) : [];
  const wanted = new Set<string>([...STANDARD_FILES.P0, ...listed]);
  const found = [...refused].filter(([path]) => wanted.has(path));
  return new Map(found.map(([path, unread]) => [path, { path, size: 0, mtimeMs: 0, unread }]));
}

/** Links out of the folder are always named, others only where the skill needs the file. */
function reportLinks(
  folder: string,
  refused: ReadonlyMap<string, string>,
  needed: ReadonlyMap<string, KnowledgeFile>,
): readonly Diagnostic[] {
  return [...refused]
    .filter(([path, why]) => why === LEADS_OUT || needed.has(path))
    .map(([path, why]) => diagnose('file-outside', `${path} ${why}.`, { file: joinRelative(folder, path) }));
}

/**
 * Whether something at the path could be read before.
 *
 * @param path of a file or folder, relative to the root
 */
function wasRead({ folder, files }: SkillFolder, path: string): boolean {
  if (path === joinRelative(folder, MANIFEST_FILE)) return true;
  return [...files.values()].some(
    (file) => file.unread === undefined && isInFolder(path, joinRelative(folder, file.path)),
  );
}

/** Whether the times of a file may stay the same at its next change. */
function isRecent(place: Place): boolean {
  if (!('item' in place)) return false;
  const { mtimeMs, ctimeMs } = place.item;
  const isCoarse = mtimeMs % 1_000 === 0 || ctimeMs % 1_000 === 0;
  return Math.abs(Date.now() - ctimeMs) < (isCoarse ? COARSE_TIMES_MS : FINE_TIMES_MS);
}

interface ReadManifest {
  readonly text: string;
  /** A hash of the bytes, else the reason why they weren't read. */
  readonly digest: string;
  readonly mtimeMs: number;
  readonly isChanging: boolean;
  /** Whether the file was not read, because it was being written. */
  readonly isUnread: boolean;
  readonly parsed: ManifestResult;
}

function readManifest(disk: Disk, place: Place, directory: string, isForList: boolean): ReadManifest {
  const refuse = (reason: string, isUnread = false): ReadManifest => ({
    text: '',
    digest: reason,
    mtimeMs: 0,
    isChanging: isUnread,
    isUnread,
    parsed: { ok: false, reason },
  });
  if ('refusal' in place) return refuse(REFUSALS[place.refusal]);
  if (place.item.size > LIMITS.manifestBytes) return refuse(`it has more than ${LIMITS.manifestBytes} bytes`);
  const reading = readText(disk, place, directory, { isHashed: !isForList });
  if (reading === undefined) return refuse('it is changing', true);
  if ('unread' in reading) return refuse(`it ${reading.unread}`);
  const { text, item, digest } = reading;
  const isChanging = item.stamp !== place.item.stamp;
  return { text, digest, mtimeMs: item.mtimeMs, isChanging, isUnread: false, parsed: parseManifest(text) };
}

/** What was read of the files of a skill, besides skill.json. */
interface ReadTexts {
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly texts: ReadonlyMap<string, string>;
  /** Hashes of the bytes, by path. */
  readonly digests: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** A file was written meanwhile, or can't be read now. */
  readonly isChanging: boolean;
  /** A file that could be read before can't be read now. */
  readonly hasLost: boolean;
}

interface TextsRequest extends Pick<WalkEvents, 'orNoteUnreadable'> {
  readonly before: SkillFolder | undefined;
  readonly isForList: boolean;
}

function readTexts(
  disk: Disk,
  { folder, directory }: FoundSkill,
  listed: ReadonlyMap<string, FoundFile>,
  { orNoteUnreadable, before, isForList }: TextsRequest,
): ReadTexts {
  let hasLost = false;
  const files = new Map<string, KnowledgeFile>();
  const texts = new Map<string, string>();
  const digests = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  let left = LIMITS.skillBytes;
  let isChanging = false;
  for (const [path, place] of listed) {
    const { size, mtimeMs, stamp } = place.item;
    const file = joinRelative(folder, path);
    const reading =
      size > left
        ? {
            unread: `is left out, since the skill has more than ${LIMITS.skillBytes / 1024 / 1024} MiB of texts`,
          }
        : orNoteUnreadable(
            file,
            () => readText(disk, place, directory, { isHashed: !isForList }) ?? 'changing',
          );
    if (reading === 'changing' || reading === undefined) {
      isChanging = true;
      hasLost ||= before !== undefined && wasRead(before, file);
    }
    if (reading === 'changing') continue;
    if (reading === undefined || 'unread' in reading) {
      const unread = reading?.unread ?? "can't be read";
      files.set(path, { path, size, mtimeMs, unread });
      if (reading !== undefined) diagnostics.push(reportUnread(path, unread, file));
    } else {
      const { text, item, digest, isUtf16 } = reading;
      left -= item.size;
      if (item.stamp !== stamp) isChanging = true;
      files.set(path, { path, size: item.size, mtimeMs: item.mtimeMs });
      texts.set(path, text);
      digests.set(path, digest);
      if (isUtf16)
        diagnostics.push(diagnose('text-not-utf8', `${path} is UTF-16, and is served as UTF-8.`, { file }));
    }
  }
  return { files, texts, digests, diagnostics, isChanging, hasLost };
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
  readonly isForList: boolean;
}

function makeFolder({ folder }: FoundSkill, facts: FolderFacts): SkillFolder {
  const { manifest, files, texts, others, says, isForList } = facts;
  const diagnostics = [...says];
  const value = acceptManifest(manifest.parsed, folder, diagnostics);
  // Most skills state both themselves, and a text is read for neither.
  const overview =
    value === undefined || usableValue('summary', value['summary']) !== undefined
      ? undefined
      : texts.get('overview.md')?.slice(0, OVERVIEW_HEAD);
  return {
    folder,
    manifest: value,
    manifestText: manifest.text,
    manifestMtimeMs: manifest.mtimeMs,
    files,
    contentPaths: value === undefined ? [] : listContentPaths(value, folder, files, diagnostics),
    overviewSummary: overview === undefined ? '' : firstSentence(overview),
    firstDanger: value === undefined ? undefined : (firstSaying(value) ?? firstTitle(texts)),
    otherFiles: others,
    diagnostics: isForList
      ? diagnostics
      : withPositions(diagnostics, (file) =>
          file === joinRelative(folder, MANIFEST_FILE) ? manifest.text : undefined,
        ),
    placeholders: placeholdersOf(folder, manifest.parsed.ok ? manifest.text : '', texts),
  };
}

/** Template placeholders make a skill a draft, those of unlisted files too: clients can request any. */
function placeholdersOf(
  folder: string,
  manifestText: string,
  texts: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const placeholders: Diagnostic[] = [];
  for (const [path, text] of [[MANIFEST_FILE, manifestText] as const, ...texts]) {
    if (!text.includes(PLACEHOLDER_START)) continue;
    const found = path === MANIFEST_FILE ? placeholdersInManifest(text) : placeholdersIn(text);
    for (const { message, ...place } of found) {
      if (placeholders.length >= MOST_PLACEHOLDERS) return placeholders;
      const file = joinRelative(folder, path);
      placeholders.push(diagnose('placeholder-left', message, { file, ...place }));
    }
  }
  return placeholders;
}

function isMisnamed({ kind, name }: FolderItem): boolean {
  const isCapital = name !== name.toLowerCase() && !isKnowledgeFile(name);
  return kind === 'file' && !name.startsWith('.') && (isCapital || isOtherMarkdown(name));
}

function stampsOf(place: Place, files: ReadonlyMap<string, FoundFile>, remarks: unknown): string {
  const line = (one: Place) => `${one.path}\0${'item' in one ? one.item.stamp : one.refusal}`;
  const lines = Array.from(files, ([path, file]) => `${path}\0${line(file)}`);
  return hash('sha1', [JSON.stringify(remarks), line(place), ...lines].join('\n'), 'base64url');
}

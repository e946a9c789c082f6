import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { diagnose } from '../../contract/diagnostic.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type ReadRules, RULES_FILE } from '../../validation/registry-rules.ts';
import { INDEX_FILE, indexFileOf, type ParsedIndexFile, type RootFile, rulesFileOf } from '../index-json.ts';
import type { RegistryContents, SkillFolder } from '../skill-folder.ts';
import { TextBlock } from '../text-block.ts';
import type { RegistryLocation } from '../worker-messages.ts';
import { type Disk, errorCodeOf, disk as ownDisk } from './disk.ts';
import { type FolderReading, type KnownFolder, readSkill } from './read-skill.ts';
import {
  type FoundSkill,
  SkillWalk,
  type WalkEvents,
  type WalkedFolder,
  type WalkStart,
} from './walk-skills.ts';
import { attempt, type ChangedNames, type DueFolder, WalkedFolders } from './walked-folders.ts';

/** Longer than the coarsest time of a file system, 2 seconds. */
const RESCAN_MS = 2_200;
const LONGEST_PAUSE_MS = 30_000;

type Texts = ReadonlyMap<string, string>;

export interface ScanResult {
  readonly contents: RegistryContents;
  /** Folders of skills that are new, different or gone. */
  readonly changed: ReadonlySet<string>;
  /** The texts of the folders that were read, by folder and path. */
  readonly texts: ReadonlyMap<string, Texts>;
  readonly isSame: boolean;
  /** Folders that need no watching any more. */
  readonly dropped: readonly string[];
}

interface ScanOptions {
  readonly disk?: Disk;
  readonly maxLength?: number;
  /** Is called before a folder is listed whose changes matter. */
  readonly onDirectory?: ((directory: string) => void) | undefined;
  /** Is called after a folder was read that is new or different. */
  readonly onRead?: (() => void) | undefined;
  /** What was read is not compared with what a next scan reads. Default: false. */
  readonly isForList?: boolean | undefined;
  /** The scan of the same registry in another place: what has the same bytes stays the same. */
  readonly before?: RegistryScan | undefined;
}

/** When a folder has to be scanned again though no event told so. */
interface Rescan {
  /** The time of the next scan, by `performance.now`. */
  readonly dueAt: number;
  /** The pause before it, in milliseconds: after a failure, the next one is twice as long. */
  readonly pauseMs: number;
  /** The folder was listed by the one above, and then gone: the one above has to be listed again. */
  readonly hasVanished: boolean;
}

/** What a scan has found so far. It is taken over if the registry's folders are still the same at its end. */
interface PendingScan {
  readonly walk: SkillWalk;
  /** Folders that the walk replaces. */
  readonly replaced: readonly WalkedFolder[];
  readonly isFull: boolean;
  /** Length of all texts, in UTF-16 units, as of the skills read so far. */
  length: number;
  readonly readings: Map<string, KnownFolder>;
  /** Lengths of skills that the registry had no room for, by folder. */
  readonly beyond: Map<string, number>;
  readonly texts: Map<string, Texts>;
  /** Skills whose last state is kept, since their files changed or failed while they were read. */
  readonly unread: Set<string>;
}

/**
 * Finds what changed by names and stamps, and reads changed folders: of the whole registry, or of the folders in which
 * something changed. What is unreadable stays as it was.
 */
export class RegistryScan {
  readonly #disk: Disk;
  readonly location: RegistryLocation;
  readonly #maxLength: number;
  readonly #onDirectory: (directory: string) => void;
  readonly #onRead: () => void;
  readonly #isForList: boolean;
  readonly #index: RootFile<ParsedIndexFile>;
  readonly #rules: RootFile<ReadRules>;
  #known = new Map<string, KnownFolder>();
  readonly #folders = new Map<string, SkillFolder>();
  #length = 0;
  readonly #walked: WalkedFolders;
  readonly #unreadableFiles = new Map<string, string>();
  /** Folders to scan again: changing, lately changed or unreadable. INDEX_FILE stands for the files beside the skills. */
  readonly #rescans = new Map<string, Rescan>();
  /** Length of skills beyond the registry's limit. */
  readonly #beyond = new Map<string, number>();
  #contents: RegistryContents | undefined;
  #isReportNew = false;

  constructor(location: RegistryLocation, options: ScanOptions = {}) {
    const { disk = ownDisk, maxLength = LIMITS.registryBytes, onDirectory = () => {}, before } = options;
    this.#onRead = options.onRead ?? (() => {});
    this.#isForList = options.isForList ?? false;
    this.#disk = disk;
    this.location = location;
    this.#maxLength = maxLength;
    this.#onDirectory = onDirectory;
    this.#index = indexFileOf(disk, location.root);
    this.#rules = rulesFileOf(disk, location.root);
    this.#walked = new WalkedFolders(disk, location);
    if (before === undefined) return;
    this.#known = new Map(before.#known);
    this.#length = before.#length;
    this.#index.continueFrom(before.#index);
    this.#rules.continueFrom(before.#rules);
    for (const [folder, { read }] of this.#known) this.#folders.set(folder, read);
  }

  /** When something has to be scanned again, by `performance.now`. */
  get dueAt(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { dueAt } of this.#rescans.values()) earliest = Math.min(earliest, dueAt);
    return earliest;
  }

  /**
   * Scans what changed, or everything. Undefined if the registry's folders were replaced meanwhile: a scan of everything
   * has to follow.
   */
  scan(changes: ChangedNames | 'all' = 'all'): ScanResult | undefined {
    const before = this.#identity();
    const starts = changes === 'all' ? undefined : this.#walked.startsOf(changes, this.#due());
    let found = starts === undefined ? this.#walkAll() : this.#walkParts(starts);
    const isFull = starts === undefined || found.walk.isUndecided;
    if (found.walk.isUndecided) found = this.#walkAll();
    const isRootDue =
      isFull || changes === 'all' || changes.has(this.location.root) || this.#isDue(INDEX_FILE);
    if (isRootDue) this.#readRootFiles();
    return this.#identity() === before ? this.#takeOver(found) : undefined;
  }

  /**
   * Reads the texts of a skill again. Undefined if they can't be read now, or are no longer those of the last scan.
   */
  readAgain(folder: string): Texts | undefined {
    const known = this.#known.get(folder);
    if (known === undefined) return undefined;
    const { directory } = known;
    const request = { known: undefined, onDirectory: () => {} };
    try {
      const found = { folder, directory, items: this.#disk.list(directory) ?? [] };
      const reading = readSkill(this.#disk, { ...request, found, orNoteUnreadable: (_path, read) => read() });
      const isSame = typeof reading !== 'string' && reading.known.digest === known.digest;
      return isSame ? reading.texts : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the folders that have to be scanned again now. */
  #due(): readonly DueFolder[] {
    return Array.from(this.#rescans, ([folder, { hasVanished }]) => ({ folder, hasVanished })).filter(
      ({ folder }) => this.#isDue(folder),
    );
  }

  /**
   * Identifies the registry's folder and the folder of the skills: it is another one when another folder takes their
   * place.
   */
  #identity(): string {
    const { root, skillsFolder } = this.location;
    return [root, join(root, skillsFolder)].map((folder) => identityOf(this.#disk, folder)).join();
  }

  #isDue(folder: string): boolean {
    return (this.#rescans.get(folder)?.dueAt ?? Number.POSITIVE_INFINITY) <= performance.now();
  }

  #begin(isFull: boolean, replaced: readonly WalkedFolder[]): PendingScan {
    const found: Omit<PendingScan, 'walk'> = {
      replaced,
      isFull,
      length: this.#length,
      readings: new Map(),
      beyond: new Map(),
      texts: new Map(),
      unread: new Set(),
    };
    const options = {
      disk: this.#disk,
      location: this.location,
      known: this.#walked.byFolder,
      onDirectory: this.#onDirectory,
      onSkill: (skill: FoundSkill, events: WalkEvents) => this.#readFound(skill, events, found),
    };
    return Object.assign(found, { walk: new SkillWalk(options, isFull) });
  }

  /** Reads a skill that a walk has found. Whatever throws meanwhile is a diagnostic of this skill. */
  #readFound(skill: FoundSkill, events: WalkEvents, found: Omit<PendingScan, 'walk'>): void {
    const { folder } = skill;
    const last = this.#known.get(folder);
    const wanted = this.#beyond.get(folder);
    const others = found.length - (last?.length ?? 0);
    const known = wanted !== undefined && others + wanted <= this.#maxLength ? undefined : last;
    const reading = events.orNoteUnreadable<FolderReading>(folder, () =>
      readSkill(this.#disk, { ...events, found: skill, known, isForList: this.#isForList }),
    );
    if (reading === undefined || reading === 'gone' || reading === 'unreadable') found.unread.add(folder);
    else if (reading !== 'same') this.#acceptReading(folder, reading, found);
    else if (wanted !== undefined) found.beyond.set(folder, wanted);
  }

  /** Takes what was read of a skill; of one that the registry has no room for, only that it is there. */
  #acceptReading(
    folder: string,
    { known, texts }: Exclude<FolderReading, string>,
    found: Omit<PendingScan, 'walk'>,
  ): void {
    this.#onRead();
    const last = this.#known.get(folder);
    const others = found.length - (last?.length ?? 0);
    let next = known;
    if (others + known.length > this.#maxLength) {
      found.beyond.set(folder, known.length);
      next = this.#withoutRoom(known);
    } else if (last?.digest === known.digest && !this.#beyond.has(folder))
      next = { ...known, read: last.read };
    found.length = others + next.length;
    found.readings.set(folder, next);
    if (next.read === known.read) found.texts.set(folder, this.#isForList ? texts : TextBlock.of(texts));
  }

  #walkAll(): PendingScan {
    const found = this.#begin(true, this.#walked.all);
    found.walk.walkAll();
    return found;
  }

  #walkParts(starts: ReadonlyMap<string, WalkStart | undefined>): PendingScan {
    const replaced = [...starts.keys()].flatMap((folder) => this.#walked.atAndBelow(folder));
    const found = this.#begin(false, replaced);
    for (const start of starts.values()) if (start !== undefined) found.walk.walk(start);
    return found;
  }

  #withoutRoom(known: KnownFolder): KnownFolder {
    const { folder, diagnostics } = known.read;
    const message = `${folder} is not served: the registry has more than ${this.#maxLength / 1024 / 1024} MiB of texts.`;
    const says = [...diagnostics, diagnose('file-limit', message, { file: folder })];
    return { ...known, length: 0, read: { ...known.read, manifest: undefined, diagnostics: says } };
  }

  #readRootFiles(): void {
    let rescanSoon = false;
    for (const [name, file] of [[INDEX_FILE, this.#index] as const, [RULES_FILE, this.#rules] as const])
      try {
        if (file.update()) rescanSoon = true;
        if (this.#unreadableFiles.delete(name)) this.#isReportNew = true;
      } catch (error) {
        this.#unreadableFiles.set(name, errorCodeOf(error));
        this.#isReportNew = true;
        rescanSoon = true;
      }
    this.#settle(INDEX_FILE, rescanSoon ? 'failed' : 'settled');
  }

  #settle(folder: string, state: 'settled' | 'recent' | 'failed' | 'vanished'): void {
    const last = this.#rescans.get(folder);
    if (state === 'settled') {
      this.#rescans.delete(folder);
      return;
    }
    const isAgain = state === 'failed' && last !== undefined;
    const pauseMs = isAgain ? Math.min(2 * last.pauseMs, LONGEST_PAUSE_MS) : RESCAN_MS;
    const hasVanished = state === 'vanished';
    this.#rescans.set(folder, { dueAt: performance.now() + pauseMs, pauseMs, hasVanished });
  }

  #takeOver(found: PendingScan): ScanResult {
    const { walk, replaced, isFull, readings, texts, unread, beyond } = found;
    const changed = new Set<string>();
    const forget = (folder: string) => {
      this.#length -= this.#known.get(folder)?.length ?? 0;
      this.#beyond.delete(folder);
      this.#folders.delete(folder);
      if (this.#known.delete(folder)) changed.add(folder);
    };
    for (const before of replaced) {
      if (walk.folders.has(before.folder)) continue;
      this.#walked.replace(before, undefined);
      this.#rescans.delete(before.folder);
      forget(before.folder);
    }
    for (const folder of isFull ? [...this.#known.keys()] : walk.folders.keys())
      if (walk.folders.get(folder)?.isSkill !== true) forget(folder);
    for (const now of walk.folders.values()) {
      const { folder } = now;
      this.#walked.replace(this.#walked.byFolder.get(folder), now);
      const hasFailed = now.unreadable.size > 0 || unread.has(folder);
      this.#settle(
        folder,
        hasFailed ? 'failed' : readings.get(folder)?.mayChangeUnseen ? 'recent' : 'settled',
      );
    }
    for (const folder of walk.vanished) this.#settle(folder, 'vanished');
    for (const [folder, next] of readings) {
      const last = this.#known.get(folder);
      this.#length += next.length - (last?.length ?? 0);
      this.#known.set(folder, next);
      this.#beyond.delete(folder);
      if (next.read === last?.read) continue;
      this.#folders.set(folder, next.read);
      changed.add(folder);
    }
    for (const [folder, length] of beyond) this.#beyond.set(folder, length);
    // What had no room is read again once others have gone.
    for (const [folder, length] of this.#beyond)
      if (this.#length + length <= this.#maxLength)
        this.#rescans.set(folder, { dueAt: 0, pauseMs: RESCAN_MS, hasVanished: false });
    const { contents, isSame } = this.#makeContents(changed.size > 0);
    const dropped = this.#walked.takeDropped();
    return { contents, changed, texts, isSame, dropped };
  }

  #makeContents(hasChanged: boolean): { readonly contents: RegistryContents; readonly isSame: boolean } {
    const before = this.#contents;
    const isNew = this.#isReportNew || this.#walked.hasNewReports;
    const reports = isNew || before === undefined ? this.#makeReports() : before;
    this.#isReportNew = false;
    const contents: RegistryContents = {
      location: this.location,
      folders: this.#folders,
      indexFile: this.#index.value,
      rules: this.#rules.value,
      walkDiagnostics: unlessSame(before?.walkDiagnostics, reports.walkDiagnostics),
      unreadable: unlessSame(before?.unreadable, reports.unreadable),
    };
    const isSame =
      !hasChanged &&
      contents.indexFile === before?.indexFile &&
      contents.rules === before.rules &&
      contents.walkDiagnostics === before.walkDiagnostics &&
      contents.unreadable === before.unreadable;
    this.#contents = isSame ? before : contents;
    return { contents: this.#contents, isSame };
  }

  #makeReports(): Pick<RegistryContents, 'walkDiagnostics' | 'unreadable'> {
    const { diagnostics, unreadable } = this.#walked.takeReports();
    const all = new Map([...this.#unreadableFiles, ...unreadable]);
    return { walkDiagnostics: diagnostics, unreadable: Array.from(all, ([path, code]) => ({ path, code })) };
  }
}

/** Identifies a folder; undefined where it can't be inspected now. */
function identityOf(disk: Disk, folder: string): string | undefined {
  return attempt(() => disk.stat(folder)?.identity);
}

function unlessSame<Value>(before: Value | undefined, now: Value): Value {
  return before !== undefined && isDeepStrictEqual(before, now) ? before : now;
}

import { basename, dirname } from 'node:path';
import type { Diagnostic } from '../../contract/diagnostic.ts';
import { compareDiagnostics } from '../../contract/diagnostic.ts';
import { LIMITS } from '../../contract/limits.ts';
import { compareText } from '../../contract/words.ts';
import type { RegistryLocation } from '../worker-messages.ts';
import { type Disk, isInside, joinRelative, parentOf, pathIn } from './disk.ts';
import {
  hasManifest,
  isWalked,
  reportPlainFolder,
  type WalkedFolder,
  type WalkStart,
} from './walk-skills.ts';

/**
 * Folders that are walked by themselves: with more at once, a scan of everything takes less, and events may have been
 * lost.
 */
const MOST_PARTS = 2_000;

/** Names that changed, by the real path of their folder; undefined for any. */
export type ChangedNames = ReadonlyMap<string, ReadonlySet<string> | undefined>;

/** A folder that has to be walked again without an event. */
export interface DueFolder {
  readonly folder: string;
  /** The folder was listed by the one above, and then gone: the one above has to be listed again. */
  readonly hasVanished: boolean;
}

/** The folders of a registry as they were walked last, and which of them a change concerns. */
export class WalkedFolders {
  readonly #disk: Disk;
  readonly #location: RegistryLocation;
  readonly #byFolder = new Map<string, WalkedFolder>();
  /** Walked folders that a directory belongs to. */
  readonly #owners = new Map<string, Set<string>>();
  /** Walked folders with diagnostics or unreadable paths. */
  readonly #reporting = new Set<string>();
  #hasNewReports = false;
  #dropped: string[] = [];

  constructor(disk: Disk, location: RegistryLocation) {
    this.#disk = disk;
    this.#location = location;
  }

  get byFolder(): ReadonlyMap<string, WalkedFolder> {
    return this.#byFolder;
  }

  get all(): readonly WalkedFolder[] {
    return [...this.#byFolder.values()];
  }

  /** Whether a report came, went or changed since they were taken. */
  get hasNewReports(): boolean {
    return this.#hasNewReports;
  }

  /** Directories that no walked folder needs any more, once. */
  takeDropped(): readonly string[] {
    return this.#dropped.splice(0).filter((directory) => !this.#owners.has(directory));
  }

  /** Returns what the walks have to report, in a fixed order. */
  takeReports(): {
    readonly diagnostics: readonly Diagnostic[];
    readonly unreadable: WalkedFolder['unreadable'];
  } {
    this.#hasNewReports = false;
    const folders = [...this.#reporting].sort(compareText).flatMap((one) => this.#byFolder.get(one) ?? []);
    return {
      diagnostics: folders.flatMap(({ diagnostics }) => diagnostics).sort(compareDiagnostics),
      unreadable: new Map(folders.flatMap((one) => [...one.unreadable])),
    };
  }

  /**
   * Returns the uppermost folders to walk again for what changed and what is due, each with its start; undefined for
   * one that is gone. Undefined in all if everything has to be scanned.
   */
  startsOf(
    changes: ChangedNames,
    due: readonly DueFolder[],
  ): ReadonlyMap<string, WalkStart | undefined> | undefined {
    const { root, skillsFolder } = this.#location;
    const [first = ''] = skillsFolder.split('/');
    const starts = new Map<string, WalkStart | undefined>();
    if (this.byFolder.size === 0 || changes.size > MOST_PARTS) return undefined;
    for (const change of changes) {
      const [directory, names] = this.#knownPlaceOf(change);
      if (directory === root && first !== '' && (names?.has(first) ?? true)) return undefined;
      for (const owner of this.#owners.get(directory) ?? []) {
        const folder = this.byFolder.get(owner);
        if (folder === undefined) continue;
        // A folder that its parent's list lacks is gone, whatever its own events say.
        const isGone = starts.has(owner) && starts.get(owner) === undefined;
        if (names === undefined || folder.isSkill || folder.isInSkill)
          starts.set(owner, isGone ? undefined : folder);
        else if (!this.#addChildren(folder, names, starts)) return undefined;
      }
    }
    for (const { folder, hasVanished } of due) {
      const walked = this.byFolder.get(folder);
      if (walked === undefined) continue;
      if (folder === skillsFolder) return undefined;
      const above = hasVanished ? this.byFolder.get(parentOf(folder)) : undefined;
      if (above === undefined) starts.set(folder, walked);
      else if (above.isSkill || above.isInSkill) starts.set(above.folder, above);
      else if (!this.#addChildren(above, new Set([basename(folder)]), starts)) return undefined;
    }
    if (starts.size > MOST_PARTS) return undefined;
    return new Map([...starts].filter(([folder]) => !isBelowOther(folder, starts)));
  }

  /**
   * Finds the nearest folder at or above a change that was walked: a watcher of trees names folders that were not
   * yet.
   */
  #knownPlaceOf([directory, names]: readonly [string, ReadonlySet<string> | undefined]) {
    const { root } = this.#location;
    let [place, named] = [directory, names];
    while (!this.#owners.has(place) && isInside(root, dirname(place))) {
      named = new Set([basename(place)]);
      place = dirname(place);
    }
    return [place, named] as const;
  }

  /** Adds what came, went or changed in a folder between skills. False if everything has to be scanned. */
  #addChildren(
    folder: WalkedFolder,
    names: ReadonlySet<string>,
    starts: Map<string, WalkStart | undefined>,
  ): boolean {
    const items = attempt(() => this.#disk.list(folder.directory));
    if (items === undefined || hasManifest(items) || folder.depth >= LIMITS.folderDepth) {
      starts.set(folder.folder, folder);
      return true;
    }
    const named = Array.from(names, (name) => joinRelative(folder.folder, name));
    const before = new Set([...folder.children, ...named.filter((child) => this.byFolder.has(child))]);
    const children: string[] = [];
    for (const item of items) {
      if (!isWalked(item, false)) continue;
      const child = joinRelative(folder.folder, item.name);
      if (item.kind === 'link') {
        if (names.has(item.name)) return false;
        if (before.delete(child)) children.push(child);
        continue;
      }
      if (!before.has(child) || names.has(item.name))
        starts.set(child, {
          folder: child,
          directory: pathIn(folder.directory, item.name),
          isInSkill: false,
          depth: folder.depth + 1,
        });
      before.delete(child);
      children.push(child);
    }
    for (const gone of before) starts.set(gone, undefined);
    const diagnostics = reportPlainFolder(folder, items, this.#location);
    this.replace(folder, { ...folder, children, diagnostics });
    return true;
  }

  /** Returns the folder and all that were walked below it. */
  atAndBelow(folder: string): readonly WalkedFolder[] {
    const walked = this.byFolder.get(folder);
    if (walked === undefined) return [];
    return [walked, ...walked.children.flatMap((child) => this.atAndBelow(child))];
  }

  /** Takes what a walk has found in place of what one before had; one of both may be missing. */
  replace(before: WalkedFolder | undefined, now: WalkedFolder | undefined): void {
    const { folder } = (now ?? before) as WalkedFolder;
    if (now === undefined) this.#byFolder.delete(folder);
    else this.#byFolder.set(folder, now);
    if (isReporting(now)) this.#reporting.add(folder);
    else this.#reporting.delete(folder);
    if (isReporting(before) || isReporting(now)) this.#hasNewReports = true;
    const [old = [], own = []] = [before?.directories, now?.directories];
    if (old.length === own.length && old.every((directory, at) => directory === own[at])) return;
    for (const directory of own) {
      const owners = this.#owners.get(directory) ?? new Set<string>();
      this.#owners.set(directory, owners.add(folder));
    }
    for (const directory of old) {
      const owners = this.#owners.get(directory);
      if (own.includes(directory) || owners === undefined) continue;
      owners.delete(folder);
      if (owners.size > 0) continue;
      this.#owners.delete(directory);
      this.#dropped.push(directory);
    }
  }
}

function isBelowOther(folder: string, others: { has(folder: string): boolean }): boolean {
  for (let above = folder; above !== ''; ) {
    above = parentOf(above);
    if (others.has(above)) return true;
  }
  return false;
}

function isReporting(folder: WalkedFolder | undefined): boolean {
  return folder !== undefined && (folder.diagnostics.length > 0 || folder.unreadable.size > 0);
}

/** Reads something; undefined for what can't be read now. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

import { isDeepStrictEqual } from 'node:util';
import { compareDiagnostics, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { RULES_FILE } from '../../validation/registry-rules.ts';
import type { RegistryContents } from '../model/skill-folder.ts';
import { isAtOrBelow } from '../paths.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import { codeOf, type Disk, disk as ownDisk } from './disk.ts';
import { type FolderReading, type KnownFolder, readSkill } from './read-skill.ts';
import { INDEX_FILE, indexFileOf, rulesFileOf } from './root-files.ts';
import { type FoundSkill, walkSkills } from './walk-skills.ts';

/** UTF-16 units of all texts; further skills aren't served. */
const MAX_REGISTRY_LENGTH = 512 * 1024 * 1024;

/** Finds what changed by names and stamps, and reads changed folders. What is unreadable stays as it was. */
export class RegistryScan {
  readonly #disk: Disk;
  readonly #location: RegistryLocation;
  readonly #maxLength: number;
  #known = new Map<string, KnownFolder>();
  readonly #index: ReturnType<typeof indexFileOf>;
  readonly #rules: ReturnType<typeof rulesFileOf>;
  #contents: RegistryContents | undefined;

  constructor(location: RegistryLocation, disk: Disk = ownDisk, maxLength = MAX_REGISTRY_LENGTH) {
    this.#disk = disk;
    this.#location = location;
    this.#maxLength = maxLength;
    this.#index = indexFileOf(disk, location.root);
    this.#rules = rulesFileOf(disk, location.root);
  }

  /** `isUnsettled`: scan again soon. `directories`: to be watched. */
  scan() {
    const before = this.#contents;
    const known = new Map<string, KnownFolder>();
    const texts = new Map<string, ReadonlyMap<string, string>>();
    const unreadable = new Map<string, string>();
    const directories: string[] = [];
    let length = [...this.#known.values()].reduce((sum, folder) => sum + folder.length, 0);
    const onDirectory = (directory: string) => void directories.push(directory);
    const tolerating = <T>(path: string, read: () => T): T | undefined => {
      try {
        return read();
      } catch (error) {
        unreadable.set(path, codeOf(error));
        return undefined;
      }
    };
    const onSkill = (found: FoundSkill) => {
      const last = this.#known.get(found.folder);
      const reading = readSkill(this.#disk, { found, known: last, onDirectory, tolerating });
      if (reading === 'gone') return;
      const next = this.#next(last, reading, length - (last?.length ?? 0));
      if (next === undefined) return;
      if (typeof reading !== 'string' && next.read === reading.known.read)
        texts.set(found.folder, reading.texts);
      length += next.length - (last?.length ?? 0);
      known.set(found.folder, next);
    };
    const walked = walkSkills(this.#disk, this.#location, { onDirectory, tolerating, onSkill });
    const isChanging = [
      tolerating(INDEX_FILE, () => this.#index.update()),
      tolerating(RULES_FILE, () => this.#rules.update()),
    ].includes(true);
    const couldNotRead = (path: string) => [...unreadable.keys()].some((place) => isAtOrBelow(place, path));
    for (const [folder, last] of this.#known)
      if (!known.has(folder) && couldNotRead(folder)) known.set(folder, last);
    const kept = before?.walkDiagnostics.filter(({ file = '' }) => couldNotRead(file)) ?? [];
    const isYoung = [...known.values()].some((folder) => folder.isYoung);
    this.#known = known;
    const contents = unlessOther(before, {
      location: this.#location,
      folders: new Map(Array.from(known, ([folder, { read }]) => [folder, read])),
      indexFile: this.#index.value,
      rules: this.#rules.value,
      walkDiagnostics: [...kept, ...walked].sort(compareDiagnostics),
      unreadable: Array.from(unreadable, ([path, code]) => ({ path, code })),
    });
    this.#contents = contents;
    const isUnsettled = isYoung || isChanging || unreadable.size > 0;
    return { contents, texts, isSame: contents === before, isUnsettled, directories };
  }

  /** Undefined if they can't be read now. */
  readAgain(folder: string): ReadonlyMap<string, string> | undefined {
    const known = this.#known.get(folder);
    if (known === undefined) return undefined;
    const { directory } = known;
    const request = { known: undefined, onDirectory: () => {} };
    try {
      const found = { folder, directory, items: this.#disk.list(directory) ?? [] };
      const reading = readSkill(this.#disk, { ...request, found, tolerating: (_path, read) => read() });
      const isSame = typeof reading !== 'string' && reading.known.digest === known.digest;
      return isSame ? reading.texts : undefined;
    } catch {
      return undefined;
    }
  }

  /** @param others length of all other folders */
  #next(
    last: KnownFolder | undefined,
    reading: Exclude<FolderReading, 'gone'>,
    others: number,
  ): KnownFolder | undefined {
    if (typeof reading === 'string') return last;
    const { known } = reading;
    if (last?.digest === known.digest) return { ...known, read: last.read };
    if (others + known.length <= this.#maxLength) return known;
    const { folder, diagnostics } = known.read;
    const message = `${folder} is not served: the registry has more than ${this.#maxLength / 1024 / 1024} MiB of texts.`;
    const says = [...diagnostics, diagnose('file-limit', message, { file: folder })];
    return { ...known, length: 0, read: { ...known.read, manifest: undefined, diagnostics: says } };
  }
}

function unlessOther(before: RegistryContents | undefined, now: RegistryContents): RegistryContents {
  if (before === undefined) return now;
  const folders = isSameMap(before.folders, now.folders) ? before.folders : now.folders;
  const isSame =
    folders === before.folders &&
    now.indexFile === before.indexFile &&
    now.rules === before.rules &&
    isDeepStrictEqual(before.walkDiagnostics, now.walkDiagnostics) &&
    isDeepStrictEqual(before.unreadable, now.unreadable);
  return isSame ? before : { ...now, folders };
}

function isSameMap<Value>(a: ReadonlyMap<string, Value>, b: ReadonlyMap<string, Value>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

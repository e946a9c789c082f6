import { join } from 'node:path';
import { compareDiagnostics, type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { type ReadRules, RULES_FILE } from '../../validation/registry-rules.ts';
import { itemsIn } from '../locate-registry.ts';
import { outerSkill } from '../model/assign-keys.ts';
import { withLastManifest } from '../model/read-manifest.ts';
import {
  isBroken,
  type ParsedIndexFile,
  parseIndexFile,
  unusableIndexFile,
} from '../model/registry-index-file.ts';
import { isAtOrBelow, parentOf } from '../model/relative-path.ts';
import { parseRulesFile, unusableRulesFile } from '../model/rules-file.ts';
import { isSameJson } from '../model/same-json.ts';
import type { RegistryContents, UnreadablePath } from '../model/skill-folder.ts';
import { isInside } from '../paths.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import { codeOf, type Disk, type FileStamp, disk as ownDisk, stampOf } from './disk.ts';
import { reportMissingManifest } from './missing-manifest.ts';
import { type KnownFolder, readSkill, YOUNG_MS } from './read-skill.ts';
import { readText } from './read-text.ts';
import { walkSkills } from './walk-skills.ts';

export const INDEX_FILE = 'index.json';
export const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_RULES_BYTES = 64 * 1024;
/** UTF-16 units of all texts; further skills aren't served. */
const MAX_REGISTRY_LENGTH = 512 * 1024 * 1024;

export interface Scanned {
  readonly contents: RegistryContents;
  /** Texts of the folders that were read, by folder. */
  readonly texts: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly removed: readonly string[];
  readonly isIndexChanged: boolean;
  /** Nothing differs from the scan before. */
  readonly isSame: boolean;
  /** Something was changing, too young for its stamp, or unreadable: scan again soon. */
  readonly isUnsettled: boolean;
  /** Visited; to be watched. */
  readonly directories: readonly string[];
}

/** Finds what changed by names and stamps, and reads changed folders. What is unreadable stays as it was. */
export class RegistryScan {
  readonly #disk: Disk;
  readonly #location: RegistryLocation;
  readonly #now: () => number;
  readonly #maxLength: number;
  readonly #known = new Map<string, KnownFolder>();
  readonly #lengths = new Map<string, number>();
  readonly #index: RootFile<ParsedIndexFile>;
  readonly #rules: RootFile<ReadRules>;
  #contents: RegistryContents;
  #isFirst = true;

  constructor(
    location: RegistryLocation,
    disk: Disk = ownDisk,
    now: () => number = Date.now,
    maxLength = MAX_REGISTRY_LENGTH,
  ) {
    this.#disk = disk;
    this.#location = location;
    this.#now = now;
    this.#maxLength = maxLength;
    const none = parseIndexFile(undefined);
    this.#index = new RootFile(disk, join(location.root, INDEX_FILE), MAX_INDEX_BYTES, {
      none,
      parse: (text, stamp) => parseIndexFile(text, stamp.mtimeMs),
      refuse: unusableIndexFile,
    });
    this.#rules = rulesFile(location.root, disk);
    this.#contents = {
      location,
      folders: new Map(),
      indexFile: none,
      rules: parseRulesFile(undefined),
      walkDiagnostics: [],
      unreadable: [],
    };
  }

  scan(): Scanned {
    const now = this.#now();
    const before = this.#contents;
    const texts = new Map<string, ReadonlyMap<string, string>>();
    const found = new Set<string>();
    const missing: Diagnostic[] = [];
    const unreadable = new Map<string, string>();
    const directories: string[] = [];
    const onDirectory = (directory: string) => void directories.push(directory);
    const onUnreadable = (path: string, code: string) => void unreadable.set(path, code);
    let isUnsettled = false;
    const walked = walkSkills(this.#disk, this.#location, {
      onDirectory,
      onUnreadable,
      onOther: (folder) => missing.push(...reportMissingManifest(folder, this.#location)),
      onSkill: (skill) => {
        const known = this.#known.get(skill.folder);
        const reading = readSkill(this.#disk, { found: skill, known, now, onDirectory, onUnreadable });
        if (reading.outcome === 'gone') return;
        found.add(skill.folder);
        if (reading.outcome === 'unreadable') return;
        const isRead = reading.outcome === 'read';
        if (isRead) texts.set(skill.folder, reading.texts);
        const read = isRead ? withLastManifest(known?.read, reading.known.read) : reading.known.read;
        this.#known.set(skill.folder, { ...reading.known, read });
        if (reading.known.signature === '' || reading.known.youngHash !== undefined) isUnsettled = true;
      },
    });
    const couldNotRead = (path: string) => [...unreadable.keys()].some((place) => isAtOrBelow(place, path));
    const removed = [...this.#known.keys()].filter((folder) => !found.has(folder) && !couldNotRead(folder));
    for (const folder of removed) {
      this.#known.delete(folder);
      this.#lengths.delete(folder);
    }
    this.#refuseBeyondLimit(texts);
    const index = this.#index.read(now);
    const rules = this.#rules.read(now);
    if (index.code !== undefined) unreadable.set(INDEX_FILE, index.code);
    if (rules.code !== undefined) unreadable.set(RULES_FILE, rules.code);
    // A folder inside a skill belongs to the skill.
    const isOwn = ({ file = '' }: Diagnostic) => outerSkill(parentOf(file), this.#known) === undefined;
    const kept = before.walkDiagnostics.filter(({ file = '' }) => couldNotRead(file));
    const walkDiagnostics = [...kept, ...walked, ...missing.filter(isOwn)].sort(compareDiagnostics);
    const indexFile = lastGood(before.indexFile, index.value);
    const places = this.#sinceWhen(unreadable, now);
    const isFolderSame = texts.size === 0 && removed.length === 0;
    const isIndexChanged = indexFile !== before.indexFile;
    const isSame =
      !this.#isFirst &&
      isFolderSame &&
      !isIndexChanged &&
      rules.value === before.rules &&
      isSameJson(walkDiagnostics, before.walkDiagnostics) &&
      isSameJson(places, before.unreadable);
    const contents = isSame
      ? before
      : {
          location: this.#location,
          folders: isFolderSame
            ? before.folders
            : new Map(Array.from(this.#known, ([folder, { read }]) => [folder, read])),
          indexFile,
          rules: rules.value,
          walkDiagnostics,
          unreadable: places,
        };
    this.#contents = contents;
    this.#isFirst = false;
    return {
      contents,
      texts,
      removed,
      isIndexChanged,
      isSame,
      isUnsettled: isUnsettled || index.isUnsettled || rules.isUnsettled || unreadable.size > 0,
      directories,
    };
  }

  /** The texts of a known folder, as they are now. */
  readAgain(folder: string): ReadonlyMap<string, string> {
    const directory = this.#known.get(folder)?.read.directory;
    if (directory === undefined) return new Map();
    const pass = () => {};
    const found = { folder, directory, items: itemsIn(directory, this.#disk) };
    const request = { found, known: undefined, now: this.#now(), onDirectory: pass, onUnreadable: pass };
    const reading = readSkill(this.#disk, request);
    return reading.outcome === 'read' ? reading.texts : new Map();
  }

  /** Skills that were there before stay. */
  #refuseBeyondLimit(texts: Map<string, ReadonlyMap<string, string>>): void {
    for (const [folder, own] of texts)
      this.#lengths.set(
        folder,
        [...own.values()].reduce((sum, { length }) => sum + length, 0),
      );
    let total = 0;
    for (const length of this.#lengths.values()) total += length;
    for (const folder of [...texts.keys()].reverse()) {
      if (total <= this.#maxLength) return;
      const known = this.#known.get(folder);
      if (known === undefined) continue;
      total -= this.#lengths.get(folder) ?? 0;
      this.#lengths.set(folder, 0);
      texts.set(folder, new Map());
      const message = `${folder} is not served: the registry has more than ${this.#maxLength / 1024 / 1024} MiB of texts.`;
      const diagnostics = [...known.read.diagnostics, diagnose('file-limit', message, { file: folder })];
      this.#known.set(folder, { ...known, read: { ...known.read, manifest: undefined, diagnostics } });
    }
  }

  #sinceWhen(unreadable: ReadonlyMap<string, string>, now: number): readonly UnreadablePath[] {
    return Array.from(unreadable, ([path, code]) => {
      const before = this.#contents.unreadable.find((place) => place.path === path);
      return before?.code === code ? before : { path, code, since: new Date(now).toISOString() };
    });
  }
}

/** rules.json of a folder that isn't scanned. */
export function readRules(root: string): ReadRules {
  return rulesFile(root, ownDisk).read(Date.now()).value;
}

/** For the lines around a problem. */
export function readRegistryText(root: string, path: string): string | undefined {
  const reading = readText(ownDisk, join(root, path), root, MAX_INDEX_BYTES);
  return reading !== undefined && 'text' in reading ? reading.text : undefined;
}

function rulesFile(root: string, disk: Disk): RootFile<ReadRules> {
  return new RootFile(disk, join(root, RULES_FILE), MAX_RULES_BYTES, {
    none: parseRulesFile(undefined),
    parse: parseRulesFile,
    refuse: unusableRulesFile,
  });
}

/** A broken index.json is likely being written: the last good one stays. */
function lastGood(before: ParsedIndexFile, now: ParsedIndexFile): ParsedIndexFile {
  if (!isBroken(now) || before.index === undefined) return now;
  const isSame = isSameJson(before.diagnostics, now.diagnostics);
  return isSame ? before : { ...before, diagnostics: now.diagnostics };
}

interface Parsing<Value> {
  readonly none: Value;
  readonly parse: (text: string, stamp: FileStamp) => Value;
  readonly refuse: (why: string) => Value;
}

interface RootFileState<Value> {
  /** The same object while the file is the same. */
  readonly value: Value;
  readonly code?: string;
  readonly isUnsettled: boolean;
}

/** index.json and rules.json. */
class RootFile<Value> {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #maxSize: number;
  readonly #parsing: Parsing<Value>;
  #signature = 'missing';
  #text: string | undefined;
  #isYoung = false;
  #value: Value;

  constructor(disk: Disk, path: string, maxSize: number, parsing: Parsing<Value>) {
    this.#disk = disk;
    this.#path = path;
    this.#maxSize = maxSize;
    this.#parsing = parsing;
    this.#value = parsing.none;
  }

  read(now: number): RootFileState<Value> {
    try {
      const code = this.#read(now);
      return { value: this.#value, isUnsettled: this.#isYoung, ...(code !== undefined && { code }) };
    } catch (error) {
      return { value: this.#value, code: codeOf(error), isUnsettled: true };
    }
  }

  #read(now: number): string | undefined {
    const inside = parentFolder(this.#path);
    const real = this.#disk.realPath(this.#path);
    if (real !== undefined && !isInside(inside, real))
      return this.#refuse('it is a link that leads out of its folder');
    const item = real === undefined ? undefined : this.#disk.stat(real);
    if (real === undefined || item === undefined) return this.#take('missing', () => this.#parsing.none);
    if (item.kind !== 'file') return this.#refuse('it is not a regular file');
    const stamp = stampOf(item);
    const signature = JSON.stringify(stamp);
    if (signature === this.#signature && !this.#isYoung) return undefined;
    const reading = this.#disk.read({ path: real, inside, maxSize: this.#maxSize });
    const isChanging = !reading.ok && (reading.cause === 'gone' || reading.cause === 'changed');
    this.#isYoung = isChanging || Math.abs(now - stamp.ctimeMs) < YOUNG_MS;
    if (isChanging) return undefined;
    if (!reading.ok) return reading.cause === 'too-large' ? this.#refuse('it is too large') : reading.code;
    const text = reading.bytes.toString('utf8');
    if (this.#text !== text) this.#value = this.#parsing.parse(text, stamp);
    this.#text = text;
    this.#signature = signature;
    return undefined;
  }

  #refuse(why: string): undefined {
    return this.#take(why, () => this.#parsing.refuse(why));
  }

  #take(signature: string, make: () => Value): undefined {
    if (this.#signature === signature) return;
    this.#signature = signature;
    this.#text = undefined;
    this.#isYoung = false;
    this.#value = make();
  }
}

function parentFolder(path: string): string {
  return join(path, '..');
}

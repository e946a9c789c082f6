import { join, relative, sep } from 'node:path';
import { compareDiagnostics, type Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { outerSkill } from '../model/assign-keys.ts';
import type { FolderDelta, UnreadablePath } from '../model/folder-delta.ts';
import type { RegistryContents, RegistryLocation } from '../model/registry-snapshot.ts';
import { isAtOrBelow, parentOf } from '../model/relative-path.ts';
import { isSameJson } from '../model/same-json.ts';
import { MAX_MANIFEST_BYTES } from '../model/skill.ts';
import type { DiskReader } from './disk-reader.ts';
import { INDEX_FILE, IndexFileScan } from './index-file-scan.ts';
import { reportMissingManifest } from './missing-manifest.ts';
import { isInside } from './paths.ts';
import { isBeingRewritten, type KnownFolder, knownFrom, readSkillFolder } from './read-skill-folder.ts';
import { ScanResult } from './scan-result.ts';
import type { SkillCache } from './skill-cache.ts';
import { isPassedOver, walkSkills } from './walk-skills.ts';

interface RegistryScanOptions {
  readonly reader: DiskReader;
  readonly location: RegistryLocation;
  /** Precedes each read, so that a watcher misses nothing. */
  readonly onDirectory?: (directory: string) => void;
  readonly cache?: SkillCache | undefined;
  /** Base of the first delta. */
  readonly before?: RegistryContents | undefined;
  readonly now?: () => number;
}

interface Scanned {
  /** Undefined if empty; the first is complete. */
  readonly delta: FolderDelta | undefined;
  readonly unsettled: readonly string[];
  readonly racy: readonly string[];
}

/** Larger batches cause a full scan. */
const MASS_CHANGE = 1_000;
/** Memory limit for untrusted manifests. */
export const MAX_MANIFESTS_BYTES = 128 * 1024 * 1024;

/** Compares stamps. Unreadable folders keep their known state, with a diagnostic. */
export class RegistryScan {
  readonly #reader: DiskReader;
  readonly #location: RegistryLocation;
  readonly #onDirectory: (directory: string) => void;
  readonly #now: () => number;
  #cache: SkillCache | undefined;
  readonly #indexFile: IndexFileScan;
  readonly #known = new Map<string, KnownFolder>();
  #unreadable = new Map<string, UnreadablePath>();
  #links: ReadonlyMap<string, string> = new Map();
  #diagnostics: readonly Diagnostic[] = [];
  #isFirst = true;
  #manifestBytes = 0;

  constructor({
    reader,
    location,
    onDirectory = () => {},
    cache,
    before,
    now = Date.now,
  }: RegistryScanOptions) {
    this.#reader = reader;
    this.#location = location;
    this.#onDirectory = onDirectory;
    this.#cache = cache;
    for (const [path, folder] of before?.folders ?? []) this.#known.set(path, knownFrom(folder));
    this.#diagnostics = before?.walkDiagnostics ?? [];
    this.#unreadable = new Map(before?.unreadable.map((place) => [place.path, place]));
    this.#now = now;
    this.#indexFile = new IndexFileScan(reader, location.root, now);
  }

  get unreadable(): readonly string[] {
    return [...this.#unreadable.keys()].map((path) => join(this.#location.root, path));
  }

  scan(paths?: ReadonlySet<string>): Scanned {
    const result = new ScanResult();
    const isWhole = paths === undefined || this.#isFirst || paths.size > MASS_CHANGE;
    const subtrees = isWhole ? [this.#location.skillsFolder] : this.#subtreesOf(paths);
    // If several links lead to one folder, which link counts depends on all of them.
    const needsAll =
      !isWhole && subtrees.some((subtree) => this.#isBehindLink(subtree) || this.#touchesLink(subtree));
    const { changed, unreadable, isUnsettled, isRacy } = this.#indexFile.scan();
    result.indexFile = changed;
    if (unreadable !== undefined) result.unreadable.set(INDEX_FILE, unreadable);
    if (isUnsettled) result.unsettled.push(join(this.#location.root, INDEX_FILE));
    if (isRacy) result.racy.push(join(this.#location.root, INDEX_FILE));
    for (const subtree of needsAll ? [this.#location.skillsFolder] : subtrees)
      this.#scanSubtree(subtree, result);
    const delta = this.#toDelta(result);
    this.#isFirst = false;
    this.#cache = undefined;
    return { delta, unsettled: result.unsettled, racy: result.racy };
  }

  #scanSubtree(subtree: string, result: ScanResult): void {
    const { root } = this.#location;
    const found = new Set<string>();
    const missing: Diagnostic[] = [];
    const onUnreadable = (path: string, code: string) => result.unreadable.set(path, code);
    const unreadLinks = () => [...this.#links].filter(([link]) => result.couldNotRead(link));
    const walked = walkSkills({
      reader: this.#reader,
      root,
      from: subtree,
      onDirectory: this.#onDirectory,
      isKept: (target) => unreadLinks().some(([, kept]) => kept === target),
      onUnreadable,
      onOther: (folder) => missing.push(...reportMissingManifest(folder, this.#location)),
      onSkill: (skill) => {
        const known = this.#known.get(skill.folder);
        const reading = readSkillFolder(this.#reader, {
          found: skill,
          known,
          now: this.#now(),
          cache: this.#cache,
          maxManifestBytes: this.#roomFor(known),
          onDirectory: this.#onDirectory,
          onUnreadable,
        });
        if (reading.outcome === 'gone') return;
        found.add(skill.folder);
        if (reading.outcome === 'unreadable') return;
        this.#manifestBytes += sizeOf(reading.known) - sizeOf(known);
        this.#known.set(skill.folder, reading.known);
        if (reading.known.racy.size > 0) result.racy.push(skill.directory);
        if (isBeingRewritten(reading.known, this.#now())) result.unsettled.push(skill.directory);
        if (reading.outcome === 'read') result.upserted.push(reading.read);
      },
    });
    for (const folder of [...this.#known.keys()]) {
      if (!isAtOrBelow(subtree, folder) || found.has(folder)) continue;
      if (result.couldNotRead(folder)) continue;
      this.#manifestBytes -= sizeOf(this.#known.get(folder));
      this.#known.delete(folder);
      result.removed.push(folder);
    }
    this.#links = new Map([...outside(this.#links, subtree), ...unreadLinks(), ...walked.links]);
    result.seen.push(subtree);
    // A folder inside a skill belongs to the skill.
    const isOwn = ({ file = '' }: Diagnostic) => outerSkill(parentOf(file), this.#known) === undefined;
    result.diagnostics.push(...walked.diagnostics, ...missing.filter(isOwn));
  }

  #roomFor(known: KnownFolder | undefined): number {
    const left = MAX_MANIFESTS_BYTES - this.#manifestBytes + sizeOf(known);
    return Math.max(0, Math.min(left, MAX_MANIFEST_BYTES));
  }

  /** Drops scanned paths that are readable again. */
  #toDelta(result: ScanResult): FolderDelta | undefined {
    const isSeen = (path: string) =>
      path === INDEX_FILE || result.seen.some((subtree) => isAtOrBelow(subtree, path));
    const unreadable = new Map([...this.#unreadable].filter(([path]) => !isSeen(path)));
    for (const [path, code] of result.unreadable) {
      const before = this.#unreadable.get(path);
      const since = before?.code === code ? before.since : new Date(this.#now()).toISOString();
      unreadable.set(path, { path, code, since });
    }
    const diagnostics = [
      ...this.#diagnostics.filter((diagnostic) => result.saysNothingOf(diagnostic)),
      ...result.diagnostics,
    ].sort(compareDiagnostics);
    const isSameUnreadable = isSameJson([...unreadable.values()], [...this.#unreadable.values()]);
    const isSameWalk = isSameJson(diagnostics, this.#diagnostics);
    this.#unreadable = unreadable;
    this.#diagnostics = diagnostics;
    const { upserted, removed, indexFile } = result;
    const isSame = isSameUnreadable && isSameWalk && indexFile === undefined;
    if (isSame && upserted.length + removed.length === 0 && !this.#isFirst) return undefined;
    return {
      upserted,
      removed,
      ...(isSameUnreadable ? {} : { unreadable: [...unreadable.values()] }),
      ...(isSameWalk ? {} : { walkDiagnostics: diagnostics }),
      ...(indexFile === undefined ? {} : { indexFile }),
    };
  }

  /** Relative, without nested folders. */
  #subtreesOf(paths: ReadonlySet<string>): readonly string[] {
    const subtrees = new Set<string>();
    for (const path of paths) {
      const subtree = this.#subtreeOf(path);
      if (subtree !== undefined) subtrees.add(subtree);
    }
    return [...subtrees].filter(
      (one) => ![...subtrees].some((other) => other !== one && isAtOrBelow(other, one)),
    );
  }

  /** Nearest skill folder above, else a present or former folder itself, else the parent. */
  #subtreeOf(path: string): string | undefined {
    const { root, skillsFolder } = this.#location;
    if (!isInside(root, path)) return undefined;
    const changed = relative(root, path).split(sep).join('/');
    if (changed === INDEX_FILE) return undefined; // read by every scan
    if (isAtOrBelow(changed, skillsFolder)) return skillsFolder;
    if ([...this.#links.values()].some((target) => isInside(target, path))) return skillsFolder;
    if (!isAtOrBelow(skillsFolder, changed)) return undefined;
    if (relative(join(root, skillsFolder), path).split(sep).some(isPassedOver)) return undefined;
    for (let folder = changed; folder !== ''; folder = parentOf(folder)) {
      if (this.#known.has(folder)) return folder;
    }
    if (this.#known.has('')) return '';
    if (this.#isFolder(path) || [...this.#known.keys()].some((folder) => isAtOrBelow(changed, folder)))
      return changed;
    const parent = parentOf(changed);
    return isAtOrBelow(skillsFolder, parent) ? parent : skillsFolder;
  }

  #isFolder(path: string): boolean {
    try {
      return this.#reader.stat(path)?.kind === 'folder';
    } catch {
      return true; // scanning it as a folder reports it as unreadable
    }
  }

  #isBehindLink(subtree: string): boolean {
    const directory = join(this.#location.root, subtree);
    try {
      return (this.#reader.realPath(directory) ?? directory) !== directory;
    } catch {
      return false; // the walk reports it as unreadable
    }
  }

  /** Only a full walk decides on links. */
  #touchesLink(subtree: string): boolean {
    const directory = join(this.#location.root, subtree);
    return [...this.#links].some(
      ([link, target]) =>
        isAtOrBelow(subtree, link) ||
        isAtOrBelow(link, subtree) ||
        isInside(target, directory) ||
        isInside(directory, target),
    );
  }
}

/** 0 if unparsed. */
function sizeOf(known: KnownFolder | undefined): number {
  const { size } = known?.manifest ?? { size: 0 };
  return size > MAX_MANIFEST_BYTES ? 0 : size;
}

function outside(links: ReadonlyMap<string, string>, subtree: string): readonly [string, string][] {
  return [...links].filter(([link]) => !isAtOrBelow(subtree, link));
}

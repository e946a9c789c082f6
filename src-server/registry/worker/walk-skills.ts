import { dirname, join, relative, sep } from 'node:path';
import { isRequiredFile, LANGUAGES, STANDARD_FILES, TASKS_FOLDER } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { messageOf } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { listWords } from '../../contract/words.ts';
import { truncate } from '../../validation/finding.ts';
import { keyOfFolder } from '../assign-keys.ts';
import type { RegistryLocation } from '../worker-messages.ts';
import {
  type Disk,
  errorCodeOf,
  type FolderItem,
  type FoundFile,
  isInside,
  joinRelative,
  pathIn,
} from './disk.ts';

/** A folder with a skill.json. `folder` is relative to the root, `directory` its real path. */
export interface FoundSkill {
  readonly folder: string;
  readonly directory: string;
  readonly items: readonly FolderItem[];
}

export interface WalkEvents {
  /** Is called with each folder whose changes matter, before the folder is listed. */
  readonly onDirectory: (directory: string) => void;
  /** Reads something; if that throws, notes the path as unreadable and returns undefined. */
  readonly orNoteUnreadable: <T>(path: string, read: () => T) => T | undefined;
}

/** Where a walk begins. `directory` is the real path of `folder`, which is relative to the root. */
export interface WalkStart {
  readonly folder: string;
  readonly directory: string;
  readonly depth: number;
  readonly isInSkill: boolean;
}

/** A folder as it was looked into for skills, without the folders below. */
export interface WalkedFolder extends WalkStart {
  readonly isSkill: boolean;
  readonly children: readonly string[];
  /** The directories to watch: its own, and those of its skill's files. */
  readonly directories: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Paths that couldn't be read, with the error code of the system. */
  readonly unreadable: ReadonlyMap<string, string>;
}

interface WalkOptions {
  readonly disk: Disk;
  readonly location: RegistryLocation;
  /** The folders of the last walk: what can't be read now stays as it was. */
  readonly known: ReadonlyMap<string, WalkedFolder>;
  readonly onDirectory: (directory: string) => void;
  readonly onSkill: (found: FoundSkill, events: WalkEvents) => void;
}

/**
 * Finds folders with a skill.json, also inside skills except in `examples/` and `evals/`, up to 4 levels below the skills folder.
 * Follows links inside the registry, each target once, since links among folders could multiply them. What it finds
 * is in `folders`; whoever walks takes it over, or drops it if the registry was replaced meanwhile.
 */
export class SkillWalk {
  readonly #options: WalkOptions;
  /**
   * The targets that were followed; undefined in a walk of parts, which can't know whether a target was followed
   * elsewhere.
   */
  readonly #followed: Set<string> | undefined;
  readonly folders = new Map<string, WalkedFolder>();
  /** Folders that were listed by the folder above, and then gone. */
  readonly vanished: string[] = [];
  /** A part met a link to a folder: only a whole walk can tell what is served. */
  isUndecided = false;

  constructor(options: WalkOptions, isFull: boolean) {
    this.#options = options;
    this.#followed = isFull ? new Set([options.location.root]) : undefined;
  }

  walkAll(): void {
    const { disk, known, location } = this.#options;
    const { root, skillsFolder } = location;
    const unreadable = new Map<string, string>();
    const start = tolerate(unreadable, skillsFolder, () => {
      const directory = disk.realPath(join(root, skillsFolder));
      // The folder may be moved away for a moment, and is not yet what the registry had last.
      if (directory === undefined && known.has(skillsFolder)) unreadable.set(skillsFolder, 'ENOENT');
      return directory;
    });
    const before = known.get(skillsFolder);
    if (start === undefined && before !== undefined) this.#keep({ ...before, unreadable });
    else if (start !== undefined && isInside(root, start))
      this.walk({ folder: skillsFolder, directory: start, depth: 0, isInSkill: false });
    else if (unreadable.size > 0) {
      const place = { folder: skillsFolder, directory: join(root, skillsFolder), depth: 0, isInSkill: false };
      const none = { isSkill: false, children: [], directories: [], diagnostics: [] };
      this.folders.set(skillsFolder, { ...place, ...none, unreadable });
    }
  }

  walk(start: WalkStart): void {
    const { disk, location, known, onSkill } = this.#options;
    const { folder, directory, isInSkill } = start;
    const diagnostics: Diagnostic[] = [];
    const unreadable = new Map<string, string>();
    const directories: string[] = [];
    const children: string[] = [];
    const orNoteUnreadable = <T>(path: string, read: () => T) => tolerate(unreadable, path, read);
    const onDirectory = (path: string) => {
      directories.push(path);
      this.#options.onDirectory(path);
    };
    const listed = orNoteUnreadable(folder, () => {
      onDirectory(directory);
      return disk.list(directory);
    });
    if (listed === undefined) {
      if (unreadable.size === 0) this.vanished.push(folder);
      const before = known.get(folder);
      if (before !== undefined) {
        this.#keep({ ...before, unreadable });
        return;
      }
    }
    const items = servableItems(listed ?? [], folder, diagnostics);
    const isSkill = hasManifest(items);
    if (isSkill) onSkill({ folder, directory, items }, { onDirectory, orNoteUnreadable });
    else if (!isInSkill) diagnostics.push(...reportMissingManifest(folder, items, location));
    for (const item of items) {
      if (!isWalked(item, isSkill)) continue;
      const child = joinRelative(folder, item.name);
      const below = {
        folder: child,
        directory: pathIn(directory, item.name),
        depth: start.depth + 1,
        isInSkill: isInSkill || isSkill,
      };
      if (start.depth >= LIMITS.folderDepth) {
        if (item.kind === 'folder')
          diagnostics.push(
            reportFolder('folder-too-deep', child, 'lies too deep to be looked into for skills'),
          );
      } else if (item.kind === 'folder') {
        children.push(child);
        this.walk(below);
      } else if (orNoteUnreadable(child, () => this.#followLink(below, diagnostics)) === true)
        children.push(child);
    }
    this.folders.set(folder, { ...start, isSkill, children, directories, diagnostics, unreadable });
  }

  /** Walks the folder that a link leads to; returns whether there is one. */
  #followLink(link: WalkStart, diagnostics: Diagnostic[]): boolean {
    const { disk, location } = this.#options;
    const target = disk.realPath(link.directory);
    if (target === undefined || disk.stat(target)?.kind !== 'folder') return false;
    this.isUndecided ||= this.#followed === undefined;
    if (this.#followed === undefined || this.#followed.has(target) || isInside(target, link.directory))
      return false;
    this.#followed.add(target);
    if (isInside(location.root, target)) {
      this.walk({ ...link, directory: target });
      return true;
    }
    const what = 'is a link to a folder outside of the registry and was not followed';
    diagnostics.push(reportFolder('file-outside', link.folder, what));
    return false;
  }

  #keep(folder: WalkedFolder): void {
    this.folders.set(folder.folder, folder);
    for (const child of folder.children) {
      const below = this.#options.known.get(child);
      if (below !== undefined) this.#keep(below);
    }
  }
}

function tolerate<T>(unreadable: Map<string, string>, path: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const code = errorCodeOf(error);
    unreadable.set(path, code === 'UNKNOWN' ? truncate(messageOf(error)) : code);
    return undefined;
  }
}

function reportFolder(code: 'file-outside' | 'folder-too-deep', file: string, what: string): Diagnostic {
  return diagnose(code, `${file} ${what}.`, { file });
}

export function hasManifest(items: readonly FolderItem[]): boolean {
  return items.some(({ name, kind }) => name === 'skill.json' && kind !== 'folder');
}

/** Returns whether a folder may hold skills. */
export function isWalked({ name, kind }: FolderItem, isInSkillFolder: boolean): boolean {
  if (kind !== 'folder' && kind !== 'link') return false;
  return !isPassedOver(name) && !(isInSkillFolder && (name === 'examples' || isTasksFolder(name)));
}

/** Whether a folder of a skill holds tasks with their solutions, which nobody is served. */
function isTasksFolder(name: string | undefined): boolean {
  return name?.toLowerCase() === TASKS_FOLDER;
}

/** Says what is wrong with a folder that is no skill and lies in none. */
export function reportPlainFolder(
  { folder }: WalkStart,
  items: readonly FolderItem[],
  location: RegistryLocation,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const servable = servableItems(items, folder, diagnostics);
  return [...diagnostics, ...reportMissingManifest(folder, servable, location)];
}

/** Leaves out names that nobody can ask for: Node decodes bytes outside of UTF-8 to U+FFFD. */
function servableItems(
  items: readonly FolderItem[],
  folder: string,
  diagnostics: Diagnostic[],
): readonly FolderItem[] {
  return items.filter(({ name }) => {
    if (!name.includes('\uFFFD')) return true;
    const file = joinRelative(folder, name);
    const message = `The name of ${file} is not UTF-8, so nobody can ask for it.`;
    diagnostics.push(diagnose('name-not-utf8', message, { file }));
    return false;
  });
}

const PASSED_OVER = new Set(['node_modules', '__pycache__']);

function isPassedOver(name: string): boolean {
  return name.startsWith('.') || PASSED_OVER.has(name);
}

/** A misspelled skill.json; a disk that ignores case lists capitals, too. */
const NEAR_NAME = /^skills?\.json(?:\.txt)?$/i;
const IS_DOCS = /(?:^|\/)docs?(?:\/|$)/;

function reportMissingManifest(
  folder: string,
  items: readonly FolderItem[],
  { layout, skillsFolder }: RegistryLocation,
): readonly Diagnostic[] {
  // In a library, other folders lie beside the skill.
  if (layout !== 'registry' && layout !== 'flat') return [];
  const skillKey = keyOfFolder({ folder, manifest: undefined }, skillsFolder);
  if (skillKey === undefined || IS_DOCS.test(skillKey)) return [];
  // A flat registry may contain any folder beside its languages.
  if (layout === 'flat' && !LANGUAGES.some((language) => skillKey.startsWith(`${language}/`))) return [];
  const names = items.filter(({ kind }) => kind !== 'folder').map(({ name }) => name);
  const required = names.filter(isRequiredFile);
  const [first] = required;
  if (first === undefined) return [];
  const near = names.find((name) => NEAR_NAME.test(name));
  const beside = `There is no skill.json beside ${listWords(required, STANDARD_FILES.P0.length)}`;
  // An existing file, since reports link to it.
  const where = { skillKey, file: joinRelative(folder, near ?? first) };
  if (near === undefined) return [diagnose('skill-json-missing', `${beside}.`, where)];
  const fix = `Rename ${near} to skill.json.`;
  return [diagnose('skill-json-missing', `${beside}, but ${near}.`, { ...where, fix })];
}

/** Why a link isn't followed, whose target may be a file of somebody else. */
export const LEADS_OUT = "is a link that leads out of the skill's folder";

/**
 * Lists the files of a skill that are served: markdown in its folder, everything in `examples/`, and markdown
 * elsewhere that skill.json lists. Skips dot-files and irregular files. Follows links inside of the folder, also
 * through the folders that Kubernetes mounts, `..data`; `refused` has the other links with the reason. At most 200
 * files, 4 folders deep.
 */
export function listFiles(
  disk: Disk,
  { folder, directory, items }: FoundSkill,
  listed: readonly string[],
  { onDirectory, orNoteUnreadable }: WalkEvents,
): {
  readonly files: ReadonlyMap<string, FoundFile>;
  readonly refused: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
} {
  const files = new Map<string, FoundFile>();
  const refused = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  // Links could multiply files.
  const followed = new Set([directory]);
  let isFull = false;

  const add = (path: string, real: string): void => {
    const item = disk.stat(real);
    if (item?.kind !== 'file' || files.has(path)) return;
    if (files.size >= LIMITS.filesPerSkill) isFull = true;
    else files.set(path, { path: real, item });
  };

  const visit = (path: string, { name, kind }: FolderItem, depth: number): void => {
    if (name.startsWith('.') || kind === 'other') return;
    orNoteUnreadable(joinRelative(folder, path), () => {
      const real = pathIn(directory, path);
      if (kind === 'folder') visitFolder(path, real, depth);
      else if (kind === 'file') add(path, real);
      else followLink(path, depth);
    });
  };

  const visitFolder = (path: string, real: string, depth: number): void => {
    if (depth >= LIMITS.folderDepth) {
      report('folder-too-deep', path, `${path} lies deeper than ${LIMITS.folderDepth} folders`);
      return;
    }
    onDirectory(real);
    for (const item of servableItems(disk.list(real) ?? [], joinRelative(folder, path), diagnostics))
      visit(`${path}/${item.name}`, item, depth + 1);
  };

  const followLink = (path: string, depth: number): void => {
    const target = resolveInside(path);
    if (target === undefined) {
      if (disk.realPath(pathIn(directory, path)) === undefined)
        refused.set(path, 'is a link that leads nowhere');
      return;
    }
    const kind = disk.stat(target)?.kind;
    if (kind === 'file') add(path, target);
    if (kind !== 'folder' || followed.has(target) || isInside(target, pathIn(directory, path))) return;
    followed.add(target);
    visitFolder(path, target, depth);
  };

  const resolveInside = (path: string): string | undefined => {
    const target = disk.realPath(pathIn(directory, path));
    if (target === undefined) return undefined;
    if (isInside(directory, target) && !isPrivate(relative(directory, target))) return target;
    if (!isInside(directory, target)) refused.set(path, LEADS_OUT);
    else if (target !== pathIn(directory, path)) refused.set(path, 'is a link to a file that is not served');
    return undefined;
  };

  const visitListed = (path: string): void => {
    const real = resolveInside(path);
    if (real === undefined) return;
    onDirectory(dirname(real));
    // A disk that ignores case finds other spellings, too.
    const found = relative(directory, real).split(sep).join('/');
    if (found === path || found.toLowerCase() !== path.toLowerCase()) add(path, real);
  };

  const report = (code: 'file-limit' | 'folder-too-deep', path: string, what: string): void => {
    const file = joinRelative(folder, path);
    const place = file === '' ? {} : { file };
    diagnostics.push(diagnose(code, `${what} in ${folder}; the rest is not served.`, place));
  };

  for (const item of items) {
    const isExamples = item.name === 'examples' && item.kind !== 'file';
    if (isExamples || (/\.md$/i.test(item.name) && item.kind !== 'folder')) visit(item.name, item, 0);
  }
  for (const path of listed) orNoteUnreadable(joinRelative(folder, path), () => visitListed(path));
  if (isFull) report('file-limit', '', `more than ${LIMITS.filesPerSkill} files`);
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), refused, diagnostics };
}

function isPrivate(path: string): boolean {
  const segments = path.split(sep);
  if (path === '' || path === 'skill.json' || isTasksFolder(segments[0])) return true;
  return segments.some((segment) => segment.startsWith('.') && !isOfVolume(segment));
}

/** Whether a folder is one of those in which Kubernetes keeps the files of a mounted ConfigMap, and swaps them whole. */
function isOfVolume(name: string): boolean {
  return name === '..data' || /^\.\.\d{4}_\d{2}_\d{2}/.test(name);
}

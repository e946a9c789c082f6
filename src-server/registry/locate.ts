import { basename, dirname, join, sep } from 'node:path';
import { LANGUAGES } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  type Disk,
  describeAccess,
  errorCodeOf,
  type FolderItem,
  isInside,
  disk as ownDisk,
} from './worker/disk.ts';
import type { RegistryLocation } from './worker-messages.ts';

/** How many levels of folders are searched below a picked folder that is no registry. */
const SEARCH_DEPTH = 4;

export type LocateResult =
  | { readonly ok: true; readonly location: RegistryLocation }
  | ({
      readonly ok: false;
      readonly reason: string;
      readonly candidates: readonly string[];
    } & WhyNone);

export interface WhyNone {
  /** What the picked path is if it is no folder. */
  readonly instead?: 'nothing' | 'file';
}

/**
 * Finds the registry that someone means by a folder: a registry, the folder above or below one, a flat registry
 * without `skills/`, a library with `.skills/`, or a single skill. An empty `skills/` or an index.json suffices.
 * Otherwise says why there is none, with the registries below to choose from.
 */
export function locateRegistry(picked: string, disk: Disk = ownDisk): LocateResult {
  try {
    const result = locate(picked, disk);
    if (!result.ok || !isOwnFolder(result.location)) return result;
    return { ok: true, location: { ...result.location, layout: 'library' } };
  } catch (error) {
    return refuse(describeAccess(picked, errorCodeOf(error)));
  }
}

function isOwnFolder({ root, layout }: RegistryLocation): boolean {
  if (layout === 'flat') return basename(root) === '.skills';
  return layout === 'skill' && root.split(sep).includes('.skills');
}

function locate(picked: string, disk: Disk): LocateResult {
  const root = disk.realPath(picked);
  if (root === undefined) return { ...refuse(describeAccess(picked, 'ENOENT')), instead: 'nothing' };
  if (disk.stat(root)?.kind !== 'folder')
    return { ...refuse(describeAccess(picked, 'ENOTDIR')), instead: 'file' };
  const items = disk.list(root) ?? [];
  const found = locateHere(root, items, disk) ?? locateAbove(root, disk);
  if (found !== undefined) return checkSkillsFolder(found, disk);
  const [below, ...others] = locateBelow(root, items, disk);
  if (below !== undefined && others.length === 0) return checkSkillsFolder(below, disk);
  if (below !== undefined) {
    const roots = [below, ...others].map((location) => location.root);
    const listed = roots.map((name) => basename(name)).join(', ');
    return refuse(`${picked} holds ${roots.length} registries: ${listed}. Choose one of them.`, roots);
  }
  if (holdsSkill(root, disk)) return { ok: true, location: { root, skillsFolder: '', layout: 'flat' } };
  const reason = `There is no skill in ${picked}. Looked for skill.json up to ${SEARCH_DEPTH} levels down, a skills/ folder and index.json.`;
  return refuse(reason);
}

function checkSkillsFolder(location: RegistryLocation, disk: Disk): LocateResult {
  const skills = join(location.root, location.skillsFolder);
  const real = disk.realPath(skills);
  if (real !== undefined && !isInside(location.root, real)) {
    const reason = `${skills} is a link to ${real}, outside of the folder that was picked. Choose the folder that really holds the skills.`;
    return refuse(reason, basename(real) === 'skills' ? [dirname(real)] : []);
  }
  try {
    disk.list(skills);
    return { ok: true, location };
  } catch (error) {
    return refuse(describeAccess(skills, errorCodeOf(error)));
  }
}

function locateHere(root: string, items: readonly FolderItem[], disk: Disk): RegistryLocation | undefined {
  if (hasFolder(root, items, 'skills', disk)) return { root, skillsFolder: 'skills', layout: 'registry' };
  if (items.some(({ name }) => name === '.skills') && holdsSkill(join(root, '.skills'), disk))
    return { root, skillsFolder: '.skills', layout: 'library' };
  if (hasFile(items, 'skill.json')) return { root, skillsFolder: '', layout: 'skill' };
  if (hasFile(items, 'index.json')) return { root, skillsFolder: '', layout: 'flat' };
  return undefined;
}

function locateAbove(root: string, disk: Disk): RegistryLocation | undefined {
  const isLanguage = (LANGUAGES as readonly string[]).includes(basename(root));
  const skills = isLanguage ? dirname(root) : root;
  if (basename(skills) !== 'skills') return undefined;
  const registry = dirname(skills);
  if (!isMarked(itemsIn(registry, disk)) && !holdsSkill(root, disk)) return undefined;
  return { root: registry, skillsFolder: 'skills', layout: 'registry' };
}

function locateBelow(root: string, items: readonly FolderItem[], disk: Disk): RegistryLocation[] {
  return shownFolders(root, items).flatMap((child): RegistryLocation[] => {
    const inside = itemsIn(child, disk);
    if (!hasFolder(child, inside, 'skills', disk)) return [];
    if (!isMarked(inside) && !holdsSkill(join(child, 'skills'), disk)) return [];
    return [{ root: child, skillsFolder: 'skills', layout: 'registry' }];
  });
}

function holdsSkill(folder: string, disk: Disk): boolean {
  let level = [folder];
  let folders = 0;
  for (let depth = 0; depth <= SEARCH_DEPTH && folders < LIMITS.locatedFolders; depth += 1) {
    folders += level.length;
    const listed = level
      .slice(0, LIMITS.locatedFolders)
      .map((directory) => [directory, itemsIn(directory, disk)] as const);
    if (listed.some(([, items]) => hasFile(items, 'skill.json'))) return true;
    level = listed.flatMap(([directory, items]) => shownFolders(directory, items));
  }
  return false;
}

export function shownFolders(folder: string, items: readonly FolderItem[]): string[] {
  return items
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.') && name !== 'node_modules')
    .map(({ name }) => join(folder, name));
}

export function isMarked(items: readonly FolderItem[]): boolean {
  return ['index.json', 'rules.json'].some((name) => hasFile(items, name));
}

export function itemsIn(folder: string, disk: Disk): readonly FolderItem[] {
  try {
    return disk.list(folder) ?? [];
  } catch {
    return [];
  }
}

export function hasFile(items: readonly FolderItem[], name: string): boolean {
  return items.some((item) => item.name === name && item.kind !== 'folder');
}

export function hasFolder(parent: string, items: readonly FolderItem[], name: string, disk: Disk): boolean {
  const item = items.find((candidate) => candidate.name === name);
  if (item?.kind !== 'link') return item?.kind === 'folder';
  return disk.stat(join(parent, name))?.kind === 'folder';
}

function refuse(reason: string, candidates: readonly string[] = []): Extract<LocateResult, { ok: false }> {
  return { ok: false, reason, candidates };
}

/** The `workerData` of a registry worker that only locates. */
export interface LocateRequest {
  readonly locate: string;
}

/**
 * Locates a registry in a thread of its own, for threads that answer requests: a disk that hangs holds nobody up.
 *
 * @param workerUrl undefined when run from source: then on this thread
 */
export async function locateAside(picked: string, workerUrl: URL | undefined): Promise<LocateResult> {
  if (workerUrl === undefined) return locateRegistry(picked);
  const { Worker } = await import('node:worker_threads');
  const workerData: LocateRequest = { locate: picked };
  const worker = new Worker(workerUrl, { workerData });
  worker.unref();
  return new Promise((resolve) => {
    const end = (result: LocateResult) => {
      clearTimeout(timer);
      // A thread that waits for a disk ends with it.
      void worker.terminate();
      resolve(result);
    };
    const refuse = (why: string) => end({ ok: false, reason: `${picked} ${why}`, candidates: [] });
    const timer = setTimeout(
      () => refuse(`could not be read within ${LIMITS.locateMs / 1_000} s.`),
      LIMITS.locateMs,
    );
    worker.once('message', (result: LocateResult) => end(result));
    worker.once('error', (error) => refuse(`could not be read: ${error.message}.`));
    // Behind the answer, or instead of one.
    worker.once('exit', () => refuse('could not be read: what looks at it has ended.'));
  });
}

const MAX_CHILDREN = 1_000;

interface NearRegistry {
  readonly where: 'here' | 'above' | 'below';
  readonly folders: readonly [string, ...string[]];
}

/**
 * Finds the registry of a working directory: here, the nearest above, or those right below. Stricter than
 * `locateRegistry`: a home folder with some `skills/` must not match.
 *
 * @param folder absolute
 */
export function findRegistryNear(folder: string, disk: Disk = ownDisk): NearRegistry | undefined {
  const around = findRegistryAround(folder, disk);
  if (around !== undefined) return { where: around === folder ? 'here' : 'above', folders: [around] };
  const [first, ...others] = foldersIn(folder, disk).filter((child) => isRegistry(child, false, disk));
  return first === undefined ? undefined : { where: 'below', folders: [first, ...others] };
}

/**
 * Finds the nearest registry, skill, or library with a skill, at or above `folder`. A skill of a registry counts as
 * the registry.
 */
export function findRegistryAround(folder: string, disk: Disk = ownDisk): string | undefined {
  let skill: string | undefined;
  let below: string | undefined;
  for (let here = folder; ; here = dirname(here)) {
    // An empty `skills/` counts only if the search started in it or right beside it.
    const isMeant = below === undefined || basename(below) === 'skills';
    if (isRegistry(here, isMeant, disk)) {
      const homes = ['skills', ...LANGUAGES].map((name) => join(here, name));
      const isOwn = skill === undefined || homes.some((home) => isInside(home, skill ?? ''));
      return isOwn ? here : skill;
    }
    const places = [here, join(here, '.skills')];
    if (places.some((place) => hasFile(itemsIn(place, disk), 'skill.json'))) skill ??= here;
    if (dirname(here) === here) return skill;
    below = here;
  }
}

function isRegistry(folder: string, isEmptyEnough: boolean, disk: Disk): boolean {
  const items = itemsIn(folder, disk);
  if (!hasFolder(folder, items, 'skills', disk)) return holdsKeyedSkill(folder, disk);
  if (isMarked(items)) return true;
  const skills = join(folder, 'skills');
  const shown = itemsIn(skills, disk).filter(({ name }) => !name.startsWith('.'));
  return shown.length === 0 ? isEmptyEnough : LANGUAGES.some((name) => hasFolder(skills, shown, name, disk));
}

function holdsKeyedSkill(folder: string, disk: Disk): boolean {
  // The folder above is the registry.
  if (basename(folder) === 'skills') return false;
  return LANGUAGES.flatMap((language) => foldersIn(join(folder, language), disk))
    .flatMap((author) => foldersIn(author, disk))
    .some((skill) => hasFile(itemsIn(skill, disk), 'skill.json'));
}

function foldersIn(folder: string, disk: Disk): string[] {
  return shownFolders(folder, itemsIn(folder, disk)).slice(0, MAX_CHILDREN);
}

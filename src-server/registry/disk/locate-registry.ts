import { basename, dirname, join, sep } from 'node:path';
import { LANGUAGES } from '../../contract/api/api.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import { describeAccess } from './describe-access.ts';
import { codeOf, createDiskDoor, type DiskDoor, type FolderItem } from './disk-door.ts';
import { isInside } from './inside.ts';

/** A folder without a registry in sight is searched this deep for a skill.json. */
const SEARCH_DEPTH = 4;
/** More files than this are not counted: the folder is something else entirely. */
const MAX_COUNTED_FILES = 20_000;

export type LocateResult =
  | { readonly ok: true; readonly location: RegistryLocation }
  | ({
      readonly ok: false;
      /** What was looked for, what was found, in a sentence or two. */
      readonly reason: string;
      /** Registries nearby, absolute, when one of several must be chosen. */
      readonly candidates: readonly string[];
    } & WhyNone);

/** What a folder that is no registry is. */
export interface WhyNone {
  /** What is there instead of a folder; absent where one is. */
  readonly instead?: 'nothing' | 'file';
  /** It is a folder that could be read, and nothing in it or around it is a registry. */
  readonly isOther?: true;
}

/**
 * Understands what someone picked: a registry, a folder one level above or below one, a flat one without `skills/`, a
 * library's repository with `.skills/`, or one skill. A `skills/` folder or an index.json makes a registry even when
 * it is empty.
 */
export function locateRegistry(picked: string, door: DiskDoor = createDiskDoor()): LocateResult {
  try {
    return locate(picked, door);
  } catch (error) {
    return refuse(describeAccess(picked, codeOf(error)));
  }
}

function locate(picked: string, door: DiskDoor): LocateResult {
  const result = locateAnywhere(picked, door);
  if (!result.ok || !isOwnFolder(result.location)) return result;
  return { ok: true, location: { ...result.location, layout: 'library' } };
}

/** A library's own `.skills` folder is one by whatever way it was picked: itself, or one skill of it. */
function isOwnFolder({ root, layout }: RegistryLocation): boolean {
  if (layout === 'flat') return basename(root) === '.skills';
  return layout === 'skill' && root.split(sep).includes('.skills');
}

function locateAnywhere(picked: string, door: DiskDoor): LocateResult {
  const root = door.realPath(picked);
  if (root === undefined) return { ...refuse(describeAccess(picked, 'ENOENT')), instead: 'nothing' };
  if (door.stat(root)?.kind !== 'folder')
    return { ...refuse(describeAccess(picked, 'ENOTDIR')), instead: 'file' };
  const items = door.list(root)?.items ?? [];
  const direct = locateHere(root, items, door);
  if (direct !== undefined) return checkSkillsFolder(direct, door);
  const above = locateAbove(root, door);
  if (above !== undefined) return checkSkillsFolder(above, door);
  const below = locateBelow(root, items, door);
  if (below.length === 1 && below[0] !== undefined) return checkSkillsFolder(below[0], door);
  if (below.length > 1) {
    const names = below.map((location) => location.root);
    const listed = names.map((name) => basename(name)).join(', ');
    return refuse(`${picked} holds ${names.length} registries: ${listed}. Choose one of them.`, names);
  }
  const { found, files } = searchSkill(root, SEARCH_DEPTH, door);
  if (found) return { ok: true, location: { root, skillsFolder: '', layout: 'flat' } };
  const reason = `There is no skill in ${picked}. Looked for skill.json up to ${SEARCH_DEPTH} levels down, a skills/ folder and index.json; found ${describeFiles(files)}.`;
  return { ...refuse(reason), isOther: true };
}

/** The folder of skills can be read, and is the registry's own: nothing outside of what was picked is served. */
function checkSkillsFolder(location: RegistryLocation, door: DiskDoor): LocateResult {
  const skills = join(location.root, location.skillsFolder);
  const real = door.realPath(skills);
  if (real !== undefined && !isInside(location.root, real)) {
    const reason = `${skills} is a link to ${real}, outside of the folder that was picked. Choose the folder that really holds the skills.`;
    return refuse(
      reason,
      [dirname(real)].filter((folder) => basename(real) === 'skills' && folder !== real),
    );
  }
  try {
    door.list(skills);
    return { ok: true, location };
  } catch (error) {
    return refuse(describeAccess(skills, codeOf(error)));
  }
}

/** The registry that `root` itself is. */
function locateHere(
  root: string,
  items: readonly FolderItem[],
  door: DiskDoor,
): RegistryLocation | undefined {
  if (hasFolder(root, items, 'skills', door)) return { root, skillsFolder: 'skills', layout: 'registry' };
  const hasOwn = items.some(({ name }) => name === '.skills');
  if (hasOwn && searchSkill(join(root, '.skills'), SEARCH_DEPTH, door).found)
    return { root, skillsFolder: '.skills', layout: 'library' };
  if (hasFile(items, 'skill.json')) return { root, skillsFolder: '', layout: 'skill' };
  if (hasFile(items, 'index.json')) return { root, skillsFolder: '', layout: 'flat' };
  return undefined;
}

/** The registry whose `skills/` folder, or language below it, was picked. */
function locateAbove(root: string, door: DiskDoor): RegistryLocation | undefined {
  const isLanguage = (LANGUAGES as readonly string[]).includes(basename(root));
  const skillsFolder = basename(root) === 'skills' ? root : isLanguage ? dirname(root) : undefined;
  if (skillsFolder === undefined || basename(skillsFolder) !== 'skills') return undefined;
  const registry = dirname(skillsFolder);
  if (!isMarked(itemsIn(registry, door)) && !searchSkill(root, SEARCH_DEPTH, door).found) return undefined;
  return { root: registry, skillsFolder: 'skills', layout: 'registry' };
}

/** Registries among the folders right below: a `skills/` folder with a skill in it, or with a registry's file beside it. */
function locateBelow(root: string, items: readonly FolderItem[], door: DiskDoor): RegistryLocation[] {
  return items
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.') && name !== 'node_modules')
    .flatMap(({ name }): RegistryLocation[] => {
      const child = join(root, name);
      const inside = itemsIn(child, door);
      if (!hasFolder(child, inside, 'skills', door)) return [];
      if (!isMarked(inside) && !searchSkill(join(child, 'skills'), SEARCH_DEPTH, door).found) return [];
      return [{ root: child, skillsFolder: 'skills', layout: 'registry' }];
    });
}

/** Whether there is a skill.json at most `depth` folders below, and how many other files were met on the way. */
function searchSkill(folder: string, depth: number, door: DiskDoor): { found: boolean; files: number } {
  let files = 0;
  let level = [folder];
  for (let below = 0; below <= depth && level.length > 0; below += 1) {
    const next: string[] = [];
    for (const directory of level) {
      const items = itemsIn(directory, door);
      if (hasFile(items, 'skill.json')) return { found: true, files };
      for (const { name, kind } of items) {
        if (kind !== 'folder') files += 1;
        else if (!name.startsWith('.') && name !== 'node_modules') next.push(join(directory, name));
      }
      if (files > MAX_COUNTED_FILES) return { found: false, files };
    }
    level = next;
  }
  return { found: false, files };
}

/** Whether a folder holds a file that only registries have. */
export function isMarked(items: readonly FolderItem[]): boolean {
  return ['index.json', 'rules.json'].some((name) => hasFile(items, name));
}

/** What is in a folder that is only looked through: one that can't be read holds nothing to be found. */
export function itemsIn(folder: string, door: DiskDoor): readonly FolderItem[] {
  try {
    return door.list(folder)?.items ?? [];
  } catch {
    return [];
  }
}

export function hasFile(items: readonly FolderItem[], name: string): boolean {
  return items.some((item) => item.name === name && item.kind !== 'folder');
}

/** Whether a folder with these items holds a folder of this name, or a link to one. */
export function hasFolder(
  parent: string,
  items: readonly FolderItem[],
  name: string,
  door: DiskDoor,
): boolean {
  const item = items.find((candidate) => candidate.name === name);
  if (item?.kind !== 'link') return item?.kind === 'folder';
  return door.stat(join(parent, name))?.kind === 'folder';
}

function describeFiles(files: number): string {
  if (files === 0) return 'no file at all';
  if (files === 1) return '1 other file';
  const counted = files > MAX_COUNTED_FILES ? `more than ${groupDigits(MAX_COUNTED_FILES)}` : String(files);
  return `${counted} other files`;
}

function refuse(reason: string, candidates: readonly string[] = []): Extract<LocateResult, { ok: false }> {
  return { ok: false, reason, candidates };
}

import { basename, dirname, join, sep } from 'node:path';
import { LANGUAGES } from '../../contract/api/api.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import { describeAccess } from './describe-access.ts';
import { codeOf, createDiskDoor, type DiskDoor, type FolderItem } from './disk-door.ts';
import { isInside } from './inside.ts';

/** Without other signs of a registry. */
const SEARCH_DEPTH = 4;
/** Limit after which the search gives up. */
const MAX_COUNTED_FILES = 20_000;

export type LocateResult =
  | { readonly ok: true; readonly location: RegistryLocation }
  | ({
      readonly ok: false;
      /** In a sentence or two. */
      readonly reason: string;
      /** Absolute registry folders. */
      readonly candidates: readonly string[];
    } & WhyNone);

export interface WhyNone {
  /** Absent for a folder. */
  readonly instead?: 'nothing' | 'file';
  /** Readable, but no registry here or around. */
  readonly isOther?: true;
}

/**
 * Resolves a picked folder: registry, folder right above or below, flat registry without `skills/`, library
 * with `.skills/`, or single skill. An empty `skills/` or index.json suffices.
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

/** Library's `.skills`, or a skill inside. */
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

/** Refuses unreadable folders and links out of the registry. */
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

/** Handles a picked `skills/` folder or language folder. */
function locateAbove(root: string, door: DiskDoor): RegistryLocation | undefined {
  const isLanguage = (LANGUAGES as readonly string[]).includes(basename(root));
  const skillsFolder = basename(root) === 'skills' ? root : isLanguage ? dirname(root) : undefined;
  if (skillsFolder === undefined || basename(skillsFolder) !== 'skills') return undefined;
  const registry = dirname(skillsFolder);
  if (!isMarked(itemsIn(registry, door)) && !searchSkill(root, SEARCH_DEPTH, door).found) return undefined;
  return { root: registry, skillsFolder: 'skills', layout: 'registry' };
}

/** Requires a skill in `skills/`, or a registry file beside. */
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

/** Counts other files for the error message. */
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

export function isMarked(items: readonly FolderItem[]): boolean {
  return ['index.json', 'rules.json'].some((name) => hasFile(items, name));
}

/** Unreadable counts as empty. */
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

/** Follows a link. */
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

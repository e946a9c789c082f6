import { basename, dirname, join, sep } from 'node:path';
import { LANGUAGES } from '../contract/api/api.ts';
import { groupDigits } from '../contract/words/group-digits.ts';
import { describeAccess } from './describe-access.ts';
import { isInside } from './paths.ts';
import type { RegistryLocation } from './registry-patch.ts';
import { codeOf, type Disk, type FolderItem, disk as ownDisk } from './worker/disk.ts';

/** Levels, without other signs of a registry. */
const SEARCH_DEPTH = 4;
const MAX_COUNTED_FILES = 20_000;

export type LocateResult =
  | { readonly ok: true; readonly location: RegistryLocation }
  | ({
      readonly ok: false;
      readonly reason: string;
      readonly candidates: readonly string[];
    } & WhyNone);

export interface WhyNone {
  /** Absent for a folder. */
  readonly instead?: 'nothing' | 'file';
  /** Readable, but no registry here or around. */
  readonly isOther?: true;
}

/**
 * Accepts a registry, the folder above or below, a flat registry without `skills/`, a library with
 * `.skills/`, or a skill. An empty `skills/` or index.json suffices.
 */
export function locateRegistry(picked: string, disk: Disk = ownDisk): LocateResult {
  try {
    return locate(picked, disk);
  } catch (error) {
    return refuse(describeAccess(picked, codeOf(error)));
  }
}

function locate(picked: string, disk: Disk): LocateResult {
  const result = locateAnywhere(picked, disk);
  if (!result.ok || !isOwnFolder(result.location)) return result;
  return { ok: true, location: { ...result.location, layout: 'library' } };
}

/** Library's `.skills`, or a skill inside. */
function isOwnFolder({ root, layout }: RegistryLocation): boolean {
  if (layout === 'flat') return basename(root) === '.skills';
  return layout === 'skill' && root.split(sep).includes('.skills');
}

function locateAnywhere(picked: string, disk: Disk): LocateResult {
  const root = disk.realPath(picked);
  if (root === undefined) return { ...refuse(describeAccess(picked, 'ENOENT')), instead: 'nothing' };
  if (disk.stat(root)?.kind !== 'folder')
    return { ...refuse(describeAccess(picked, 'ENOTDIR')), instead: 'file' };
  const items = disk.list(root)?.items ?? [];
  const direct = locateHere(root, items, disk);
  if (direct !== undefined) return checkSkillsFolder(direct, disk);
  const above = locateAbove(root, disk);
  if (above !== undefined) return checkSkillsFolder(above, disk);
  const below = locateBelow(root, items, disk);
  if (below.length === 1 && below[0] !== undefined) return checkSkillsFolder(below[0], disk);
  if (below.length > 1) {
    const names = below.map((location) => location.root);
    const listed = names.map((name) => basename(name)).join(', ');
    return refuse(`${picked} holds ${names.length} registries: ${listed}. Choose one of them.`, names);
  }
  const { found, files } = searchSkill(root, SEARCH_DEPTH, disk);
  if (found) return { ok: true, location: { root, skillsFolder: '', layout: 'flat' } };
  const reason = `There is no skill in ${picked}. Looked for skill.json up to ${SEARCH_DEPTH} levels down, a skills/ folder and index.json; found ${describeFiles(files)}.`;
  return { ...refuse(reason), isOther: true };
}

/** Refuses unreadable folders and links out of the registry. */
function checkSkillsFolder(location: RegistryLocation, disk: Disk): LocateResult {
  const skills = join(location.root, location.skillsFolder);
  const real = disk.realPath(skills);
  if (real !== undefined && !isInside(location.root, real)) {
    const reason = `${skills} is a link to ${real}, outside of the folder that was picked. Choose the folder that really holds the skills.`;
    return refuse(
      reason,
      [dirname(real)].filter((folder) => basename(real) === 'skills' && folder !== real),
    );
  }
  try {
    disk.list(skills);
    return { ok: true, location };
  } catch (error) {
    return refuse(describeAccess(skills, codeOf(error)));
  }
}

function locateHere(root: string, items: readonly FolderItem[], disk: Disk): RegistryLocation | undefined {
  if (hasFolder(root, items, 'skills', disk)) return { root, skillsFolder: 'skills', layout: 'registry' };
  const hasOwn = items.some(({ name }) => name === '.skills');
  if (hasOwn && searchSkill(join(root, '.skills'), SEARCH_DEPTH, disk).found)
    return { root, skillsFolder: '.skills', layout: 'library' };
  if (hasFile(items, 'skill.json')) return { root, skillsFolder: '', layout: 'skill' };
  if (hasFile(items, 'index.json')) return { root, skillsFolder: '', layout: 'flat' };
  return undefined;
}

/** For a picked `skills/` or language folder. */
function locateAbove(root: string, disk: Disk): RegistryLocation | undefined {
  const isLanguage = (LANGUAGES as readonly string[]).includes(basename(root));
  const skillsFolder = basename(root) === 'skills' ? root : isLanguage ? dirname(root) : undefined;
  if (skillsFolder === undefined || basename(skillsFolder) !== 'skills') return undefined;
  const registry = dirname(skillsFolder);
  if (!isMarked(itemsIn(registry, disk)) && !searchSkill(root, SEARCH_DEPTH, disk).found) return undefined;
  return { root: registry, skillsFolder: 'skills', layout: 'registry' };
}

/** Requires a skill in `skills/`, or a registry file beside. */
function locateBelow(root: string, items: readonly FolderItem[], disk: Disk): RegistryLocation[] {
  return items
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.') && name !== 'node_modules')
    .flatMap(({ name }): RegistryLocation[] => {
      const child = join(root, name);
      const inside = itemsIn(child, disk);
      if (!hasFolder(child, inside, 'skills', disk)) return [];
      if (!isMarked(inside) && !searchSkill(join(child, 'skills'), SEARCH_DEPTH, disk).found) return [];
      return [{ root: child, skillsFolder: 'skills', layout: 'registry' }];
    });
}

/** Counts files for the error message. */
function searchSkill(folder: string, depth: number, disk: Disk): { found: boolean; files: number } {
  let files = 0;
  let level = [folder];
  for (let below = 0; below <= depth && level.length > 0; below += 1) {
    const next: string[] = [];
    for (const directory of level) {
      const items = itemsIn(directory, disk);
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

export function itemsIn(folder: string, disk: Disk): readonly FolderItem[] {
  try {
    return disk.list(folder)?.items ?? [];
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

function describeFiles(files: number): string {
  if (files === 0) return 'no file at all';
  if (files === 1) return '1 other file';
  const counted = files > MAX_COUNTED_FILES ? `more than ${groupDigits(MAX_COUNTED_FILES)}` : String(files);
  return `${counted} other files`;
}

function refuse(reason: string, candidates: readonly string[] = []): Extract<LocateResult, { ok: false }> {
  return { ok: false, reason, candidates };
}

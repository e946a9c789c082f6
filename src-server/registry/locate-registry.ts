import { basename, dirname, join, sep } from 'node:path';
import { LANGUAGES } from '../contract/api.ts';
import { isInside } from './paths.ts';
import type { RegistryLocation } from './registry-patch.ts';
import { codeOf, type Disk, describeAccess, type FolderItem, disk as ownDisk } from './worker/disk.ts';

const SEARCH_DEPTH = 4;
/** Without a skill among so many folders, the search ends. */
const MAX_FOLDERS = 10_000;

export type LocateResult =
  | { readonly ok: true; readonly location: RegistryLocation }
  | ({
      readonly ok: false;
      readonly reason: string;
      readonly candidates: readonly string[];
    } & WhyNone);

export interface WhyNone {
  readonly instead?: 'nothing' | 'file';
}

/**
 * Accepts a registry, the folder above or below, a flat registry without `skills/`, a library with
 * `.skills/`, or a skill. An empty `skills/` or index.json suffices.
 */
export function locateRegistry(picked: string, disk: Disk = ownDisk): LocateResult {
  try {
    const result = locate(picked, disk);
    if (!result.ok || !isOwnFolder(result.location)) return result;
    return { ok: true, location: { ...result.location, layout: 'library' } };
  } catch (error) {
    return refuse(describeAccess(picked, codeOf(error)));
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
    return refuse(describeAccess(skills, codeOf(error)));
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
  for (let depth = 0; depth <= SEARCH_DEPTH && folders < MAX_FOLDERS; depth += 1) {
    folders += level.length;
    const listed = level
      .slice(0, MAX_FOLDERS)
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

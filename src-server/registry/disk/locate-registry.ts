import { type Dirent, promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '../../contract/api.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';

/** A folder without a registry in sight is searched this deep for a skill.json. */
const SEARCH_DEPTH = 4;
/** More files than this are not counted: the folder is something else entirely. */
const MAX_COUNTED_FILES = 20_000;

export type LocateResult =
  | { readonly ok: true; readonly location: RegistryLocation }
  | {
      readonly ok: false;
      /** What was looked for, what was found, in a sentence or two. */
      readonly reason: string;
      /** Registries nearby, absolute, when one of several must be chosen. */
      readonly candidates: readonly string[];
    };

/**
 * Understands what someone picked: a registry, a folder one level above or below one, a flat one without `skills/`, a
 * library's repository with `.skills/`, or one skill. A `skills/` folder or an index.json makes a registry even when
 * it is empty.
 */
export async function locateRegistry(picked: string): Promise<LocateResult> {
  const root = await fs.realpath(picked).catch((error: NodeJS.ErrnoException) => error);
  if (root instanceof Error) return refuse(describeAccess(picked, root));
  const items = await fs
    .readdir(root, { withFileTypes: true })
    .catch((error: NodeJS.ErrnoException) => error);
  if (items instanceof Error) return refuse(describeAccess(picked, items));

  const direct = await locateHere(root, items);
  if (direct !== undefined) {
    const skills = join(root, direct.skillsFolder);
    const error = await fs.readdir(skills).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    return error === undefined ? { ok: true, location: direct } : refuse(describeAccess(skills, error));
  }
  const above = await locateAbove(root);
  if (above !== undefined) return { ok: true, location: above };
  const below = await locateBelow(root, items);
  if (below.length === 1 && below[0] !== undefined) return { ok: true, location: below[0] };
  if (below.length > 1) {
    const names = below.map((location) => location.root);
    const listed = names.map((name) => basename(name)).join(', ');
    return refuse(`${picked} holds ${names.length} registries: ${listed}. Choose one of them.`, names);
  }
  const { found, files } = await searchSkill(root, SEARCH_DEPTH);
  if (found) return { ok: true, location: { root, skillsFolder: '', layout: 'flat' } };
  const counted =
    files > MAX_COUNTED_FILES ? `more than ${MAX_COUNTED_FILES.toLocaleString('en')}` : String(files);
  const other = files === 1 ? '1 other file' : `${counted} other files`;
  return refuse(
    `There is no skill in ${picked}. Looked for skill.json up to ${SEARCH_DEPTH} levels down, a skills/ folder and index.json; found ${files === 0 ? 'no file at all' : other}.`,
  );
}

/** The registry that `root` itself is. */
async function locateHere(root: string, items: readonly Dirent[]): Promise<RegistryLocation | undefined> {
  if (await hasFolder(root, items, 'skills')) return { root, skillsFolder: 'skills', layout: 'registry' };
  if (
    items.some(({ name }) => name === '.skills') &&
    (await searchSkill(join(root, '.skills'), SEARCH_DEPTH)).found
  ) {
    return { root, skillsFolder: '.skills', layout: 'library' };
  }
  if (hasFile(items, 'skill.json')) return { root, skillsFolder: '', layout: 'skill' };
  if (hasFile(items, 'index.json')) return { root, skillsFolder: '', layout: 'flat' };
  return undefined;
}

/** The registry whose `skills/` folder, or language below it, was picked. */
async function locateAbove(root: string): Promise<RegistryLocation | undefined> {
  const isLanguage = (LANGUAGES as readonly string[]).includes(basename(root));
  const skillsFolder = basename(root) === 'skills' ? root : isLanguage ? dirname(root) : undefined;
  if (skillsFolder === undefined || basename(skillsFolder) !== 'skills') return undefined;
  const registry = dirname(skillsFolder);
  const hasIndex = await isFile(join(registry, 'index.json'));
  if (!hasIndex && !(await searchSkill(root, SEARCH_DEPTH)).found) return undefined;
  return { root: registry, skillsFolder: 'skills', layout: 'registry' };
}

/** Registries among the folders right below: a `skills/` folder with a skill in it, or an index.json beside one. */
async function locateBelow(root: string, items: readonly Dirent[]): Promise<RegistryLocation[]> {
  const children = items.filter(
    (item) => item.isDirectory() && !item.name.startsWith('.') && item.name !== 'node_modules',
  );
  const found: RegistryLocation[] = [];
  for (const { name } of children) {
    const child = join(root, name);
    const inside = await fs.readdir(child, { withFileTypes: true }).catch(() => []);
    if (!(await hasFolder(child, inside, 'skills'))) continue;
    if (!(await searchSkill(join(child, 'skills'), SEARCH_DEPTH)).found) continue;
    found.push({ root: await fs.realpath(child), skillsFolder: 'skills', layout: 'registry' });
  }
  return found;
}

/** Whether there is a skill.json at most `depth` folders below, and how many other files were met on the way. */
async function searchSkill(folder: string, depth: number): Promise<{ found: boolean; files: number }> {
  let files = 0;
  let level = [folder];
  for (let below = 0; below <= depth && level.length > 0; below += 1) {
    const next: string[] = [];
    for (const directory of level) {
      const items = await fs.readdir(directory, { withFileTypes: true }).catch(() => []);
      if (hasFile(items, 'skill.json')) return { found: true, files };
      for (const item of items) {
        if (!item.isDirectory()) files += 1;
        else if (!item.name.startsWith('.') && item.name !== 'node_modules')
          next.push(join(directory, item.name));
      }
      if (files > MAX_COUNTED_FILES) return { found: false, files };
    }
    level = next;
  }
  return { found: false, files };
}

function hasFile(items: readonly Dirent[], name: string): boolean {
  return items.some((item) => item.name === name && !item.isDirectory());
}

async function hasFolder(parent: string, items: readonly Dirent[], name: string): Promise<boolean> {
  const item = items.find((candidate) => candidate.name === name);
  if (item === undefined || item.isDirectory()) return item !== undefined;
  return fs.stat(join(parent, name)).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function isFile(path: string): Promise<boolean> {
  return fs.stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

function describeAccess(picked: string, error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return `There is no folder ${picked}.`;
  if (error.code === 'ENOTDIR') return `${picked} is a file, not a folder.`;
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return `${picked} may not be read: permission denied.`;
  return `${picked} could not be read: ${error.code ?? error.message}.`;
}

function refuse(reason: string, candidates: readonly string[] = []): LocateResult {
  return { ok: false, reason, candidates };
}

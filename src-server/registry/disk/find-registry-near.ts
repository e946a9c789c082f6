import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '../../contract/api/api.ts';
import { createDiskDoor, type DiskDoor } from './disk-door.ts';
import { isInside } from './inside.ts';
import { hasFile, hasFolder, isMarked, itemsIn } from './locate-registry.ts';

/** Of more folders right below the current one, these many are looked into. */
const MAX_CHILDREN = 1_000;

export interface NearRegistry {
  readonly where: 'here' | 'above' | 'below';
  /** Absolute; several only where they are below, sorted. */
  readonly folders: readonly [string, ...string[]];
}

/**
 * The registry that somebody who stands in `folder` means: this one, the nearest above, or those right below. Stricter
 * than `locateRegistry`, which looks at what somebody named: a home folder with some `skills/` in it must not be taken by
 * accident. Only the names of files and folders are looked at; what can't be read holds nothing.
 *
 * @param folder absolute
 */
export function findRegistryNear(
  folder: string,
  door: DiskDoor = createDiskDoor(),
): NearRegistry | undefined {
  const around = findRegistryAround(folder, door);
  if (around !== undefined) return { where: around === folder ? 'here' : 'above', folders: [around] };
  const [first, ...others] = itemsIn(folder, door)
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.') && name !== 'node_modules')
    .slice(0, MAX_CHILDREN)
    .map(({ name }) => join(folder, name))
    .filter((child) => isRegistry(child, false, door));
  return first === undefined ? undefined : { where: 'below', folders: [first, ...others] };
}

/**
 * `folder` or the nearest one above that is a registry, a skill or a library with one; of a skill in a registry, the
 * registry.
 */
export function findRegistryAround(folder: string, door: DiskDoor = createDiskDoor()): string | undefined {
  let skill: string | undefined;
  let below: string | undefined;
  for (let here = folder; ; here = dirname(here)) {
    // Without a skill or a registry's file in it, `skills/` means something only to who stands in it or beside it.
    const isMeant = below === undefined || basename(below) === 'skills';
    if (isRegistry(here, isMeant, door)) return skill === undefined || holds(here, skill) ? here : skill;
    if (skill === undefined && holdsSkill(here, door)) skill = here;
    if (dirname(here) === here) return skill;
    below = here;
  }
}

/** Whether a skill's folder is one of a registry's own. */
function holds(registry: string, skill: string): boolean {
  const homes = [join(registry, 'skills'), ...LANGUAGES.map((language) => join(registry, language))];
  return homes.some((home) => isInside(home, skill));
}

function holdsSkill(folder: string, door: DiskDoor): boolean {
  return [folder, join(folder, '.skills')].some((place) => hasFile(itemsIn(place, door), 'skill.json'));
}

/** @param isEmptyEnough whether an empty `skills/` makes a registry of the folder it is in */
function isRegistry(folder: string, isEmptyEnough: boolean, door: DiskDoor): boolean {
  const items = itemsIn(folder, door);
  if (!hasFolder(folder, items, 'skills', door)) return holdsKeyedSkill(folder, door);
  if (isMarked(items)) return true;
  const skills = join(folder, 'skills');
  const shown = itemsIn(skills, door).filter(({ name }) => !name.startsWith('.'));
  return shown.length === 0 ? isEmptyEnough : LANGUAGES.some((name) => hasFolder(skills, shown, name, door));
}

/** Whether the languages are in the folder itself, with a skill where its key says. */
function holdsKeyedSkill(folder: string, door: DiskDoor): boolean {
  // It is the folder above that is the registry.
  if (basename(folder) === 'skills') return false;
  const languages = itemsIn(folder, door).filter(
    ({ name, kind }) => kind === 'folder' && (LANGUAGES as readonly string[]).includes(name),
  );
  return languages.some(({ name: language }) =>
    foldersIn(join(folder, language), door).some((author) =>
      foldersIn(author, door).some((skill) => hasFile(itemsIn(skill, door), 'skill.json')),
    ),
  );
}

function foldersIn(folder: string, door: DiskDoor): string[] {
  const folders = itemsIn(folder, door).filter(
    ({ name, kind }) => kind === 'folder' && !name.startsWith('.'),
  );
  return folders.slice(0, MAX_CHILDREN).map(({ name }) => join(folder, name));
}

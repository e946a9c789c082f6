import { basename, dirname, join } from 'node:path';
import { LANGUAGES } from '../contract/api.ts';
import { hasFile, hasFolder, isMarked, itemsIn, shownFolders } from './locate-registry.ts';
import { isInside } from './paths.ts';
import { type Disk, disk as ownDisk } from './worker/disk.ts';

const MAX_CHILDREN = 1_000;

interface NearRegistry {
  readonly where: 'here' | 'above' | 'below';
  readonly folders: readonly [string, ...string[]];
}

/**
 * The working directory's registry: here, nearest above, or right below. Stricter than `locateRegistry`: a
 * home folder with some `skills/` must not match.
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
 * Nearest registry, skill, or library with a skill, at or above `folder`. A registry's skill counts as the
 * registry.
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

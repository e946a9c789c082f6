import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';
import { guardPath, inspect, WriteRefused } from '../../writing/guarded-path.ts';
import { markOf, syncFolder } from '../../writing/write-inside.ts';
import { removeIndexEntries } from '../model/build-index.ts';
import type { RegistryLocation } from '../model/registry-snapshot.ts';
import { joinRelative } from '../model/relative-path.ts';
import { rewriteIndex } from './rewrite-index.ts';
import { inTurn, WAITING_FOLDER } from './store-submission.ts';

/** Where a skill that is to go lies. */
export interface SkillPlace {
  /** Relative to the registry's root, `/` between segments; not the root itself. */
  readonly folder: string;
  /** As index.json may call it: its key, and its path below the skills folder. */
  readonly names: ReadonlySet<string>;
}

/**
 * Deletes a skill's folder and what index.json says of it: first moved out of every reader's sight in one step, so that
 * a reader sees the whole skill or none of it, whenever the machine stops. Folders above that are empty now go too. One
 * writer at a time for each registry, among all processes; no link is followed.
 *
 * Rejects with `WriteRefused` where the folder, or one on the way, is a link or gone, or index.json is a link: nothing is
 * changed then.
 */
export function removeSkill(location: RegistryLocation, { folder, names }: SkillPlace): Promise<void> {
  const { root, skillsFolder } = location;
  return inTurn(location, async () => {
    const target = await guardPath(root, folder);
    await markOf(root, 'index.json'); // one that can't be written keeps the skill, too
    if (!(await inspect(target.path))?.isDirectory())
      throw new WriteRefused(`${target.path} is no folder; nothing was removed.`);
    const waiting = await guardPath(root, joinRelative(skillsFolder, `${WAITING_FOLDER}/${randomUUID()}`));
    await Promise.all([target.checkAgain(), waiting.checkAgain()]);
    await fs.rename(target.path, waiting.path);
    await syncFolder(target.folder);
    await removeEmptyFolders(target.folder, depthBelow(skillsFolder, folder) - 1);
    await waiting.checkAgain();
    await fs.rm(waiting.path, { recursive: true, force: true });
    await rewriteIndex(location, async (indexFile) => removeIndexEntries(indexFile, names, new Date()));
  });
}

function depthBelow(skillsFolder: string, folder: string): number {
  return folder.split('/').length - (skillsFolder === '' ? 0 : skillsFolder.split('/').length);
}

/** A folder that holds something refuses to go. */
async function removeEmptyFolders(folder: string, levels: number): Promise<void> {
  if (levels <= 0) return;
  const isGone = await fs.rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmptyFolders(dirname(folder), levels - 1);
}

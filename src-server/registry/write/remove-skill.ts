import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname } from 'node:path';
import { guardPath, inspect, WriteRefused } from '../../platform/guarded-path.ts';
import { markOf } from '../../platform/write-file.ts';
import { joinRelative } from '../model/relative-path.ts';
import type { RegistryLocation } from '../registry-patch.ts';
import { removeIndexEntries } from './build-index.ts';
import { rewriteIndex } from './rewrite-index.ts';
import { inTurn, WAITING_FOLDER } from './store-submission.ts';

interface SkillPlace {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
}

/**
 * Deletes the folder, emptied folders above and index.json entries. Renames first, so that the skill vanishes
 * at once. Rejects with `WriteRefused` before any change.
 */
export function removeSkill(location: RegistryLocation, { folder, names }: SkillPlace): Promise<void> {
  const { root, skillsFolder } = location;
  return inTurn(location, async () => {
    const target = await guardPath(root, folder);
    await markOf(root, 'index.json'); // fails before the skill is touched if index.json can't be written
    if (!(await inspect(target.path))?.isDirectory())
      throw new WriteRefused(`${target.path} is no folder; nothing was removed.`);
    const draft = joinRelative(skillsFolder, `${WAITING_FOLDER}/${randomUUID()}`);
    const [, waiting] = await Promise.all([guardPath(root, folder), guardPath(root, draft)]);
    await fs.rename(target.path, waiting.path);
    await removeEmptyFolders(target.folder, depthBelow(skillsFolder, folder) - 1);
    await guardPath(root, draft);
    await fs.rm(waiting.path, { recursive: true, force: true });
    await rewriteIndex(location, (indexFile) => removeIndexEntries(indexFile, names, new Date()));
  });
}

function depthBelow(skillsFolder: string, folder: string): number {
  return folder.split('/').length - (skillsFolder === '' ? 0 : skillsFolder.split('/').length);
}

async function removeEmptyFolders(folder: string, levels: number): Promise<void> {
  if (levels <= 0) return;
  const isGone = await fs.rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmptyFolders(dirname(folder), levels - 1);
}

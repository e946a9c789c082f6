import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { mapBounded } from './bounded.ts';
import { readSkillFolder } from './read-skill-folder.ts';
import { type ParsedIndexFile, parseIndexFile } from './registry-index-file.ts';
import type { RegistryContents, RegistryLocation } from './registry-snapshot.ts';
import type { SkillFolder } from './skill.ts';
import { walkSkills } from './walk-skills.ts';

/** Folders that are read at the same time; more gains nothing over four threads of file system work. */
const CONCURRENT_FOLDERS = 64;

/** Reads index.json, returning `previous` itself where nothing changed; one that is being rewritten and doesn't parse leaves the previous one in use. */
export async function readIndexFile(root: string, previous?: ParsedIndexFile): Promise<ParsedIndexFile> {
  const text = await fs.readFile(join(root, 'index.json'), 'utf8').catch(() => undefined);
  if (previous !== undefined && text === previous.text) return previous;
  const parsed = parseIndexFile(text);
  if (text === undefined || parsed.index !== undefined || previous?.index === undefined) return parsed;
  return { ...parsed, index: previous.index };
}

/**
 * Reads all skill folders at or below `from`, unchanged ones without opening a file.
 *
 * @param previous what was read before, by folder
 */
export async function readSkillFolders(
  location: RegistryLocation,
  from: string,
  previous: ReadonlyMap<string, SkillFolder>,
  onDirectory: (directory: string) => void,
): Promise<Pick<RegistryContents, 'folders' | 'walkDiagnostics'>> {
  const { folders: found, diagnostics } = await walkSkills({ root: location.root, from, onDirectory });
  const read = await mapBounded(found, CONCURRENT_FOLDERS, ({ folder, directory }) =>
    readSkillFolder(directory, folder, previous.get(folder), onDirectory),
  );
  const folders = new Map<string, SkillFolder>();
  for (const skillFolder of read) if (skillFolder !== undefined) folders.set(skillFolder.folder, skillFolder);
  return { folders, walkDiagnostics: diagnostics };
}

/** Reads a whole registry. */
export async function readRegistry(
  location: RegistryLocation,
  previous?: RegistryContents,
  onDirectory: (directory: string) => void = () => {},
): Promise<RegistryContents> {
  const [indexFile, skills] = await Promise.all([
    readIndexFile(location.root, previous?.indexFile),
    readSkillFolders(location, location.skillsFolder, previous?.folders ?? new Map(), onDirectory),
  ]);
  return { location, indexFile, ...skills };
}

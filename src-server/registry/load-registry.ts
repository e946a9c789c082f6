import { join } from 'node:path';
import { bytesOf } from './quiet-fs.ts';
import { readSkillFolder } from './read-skill-folder.ts';
import { type ParsedIndexFile, parseIndexFile } from './registry-index-file.ts';
import type { RegistryContents, RegistryLocation } from './registry-snapshot.ts';
import type { SkillFolder } from './skill.ts';
import { walkSkills } from './walk-skills.ts';

/** Reads index.json, returning `previous` itself where nothing changed; one that is being rewritten and doesn't parse leaves the previous one in use. */
export function readIndexFile(root: string, previous?: ParsedIndexFile): ParsedIndexFile {
  const text = bytesOf(join(root, 'index.json'))?.toString('utf8');
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
  const folders = new Map<string, SkillFolder>();
  const diagnostics = await walkSkills({
    root: location.root,
    from,
    onDirectory,
    async onSkill(found) {
      const skillFolder = await readSkillFolder(found, previous.get(found.folder), onDirectory);
      if (skillFolder !== undefined) folders.set(found.folder, skillFolder);
    },
  });
  return { folders, walkDiagnostics: diagnostics };
}

/** Reads a whole registry. */
export async function readRegistry(
  location: RegistryLocation,
  previous?: RegistryContents,
  onDirectory: (directory: string) => void = () => {},
): Promise<RegistryContents> {
  const indexFile = readIndexFile(location.root, previous?.indexFile);
  const skills = await readSkillFolders(
    location,
    location.skillsFolder,
    previous?.folders ?? new Map(),
    onDirectory,
  );
  return { location, indexFile, ...skills };
}

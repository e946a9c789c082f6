import { join } from 'node:path';
import { type ParsedIndexFile, parseIndexFile, unusableIndexFile } from '../model/registry-index-file.ts';
import type { RegistryContents, RegistryLocation } from '../model/registry-snapshot.ts';
import type { SkillFolder } from '../model/skill.ts';
import { readJsonText } from './quiet-fs.ts';
import { readSkillFolder } from './read-skill-folder.ts';
import { walkSkills } from './walk-skills.ts';

/**
 * Reads index.json, returning `previous` itself where nothing changed. One that is being rewritten and doesn't parse
 * leaves the previous one in use.
 */
export function readIndexFile(root: string, previous?: ParsedIndexFile): ParsedIndexFile {
  const read = readJsonText(join(root, 'index.json'), root);
  const text = read.ok ? read.text : undefined;
  if (read.ok && previous !== undefined && text === previous.text) return previous;
  const parsed = read.ok || read.cause === 'missing' ? parseIndexFile(text) : unusableIndexFile(read.reason);
  const isSame = !read.ok && previous?.text === undefined;
  if (isSame && previous?.diagnostics.length === parsed.diagnostics.length) return previous;
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
export async function readRegistry(location: RegistryLocation): Promise<RegistryContents> {
  const indexFile = readIndexFile(location.root);
  const skills = await readSkillFolders(location, location.skillsFolder, new Map(), () => {});
  return { location, indexFile, ...skills };
}

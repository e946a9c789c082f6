import { diagnose } from '../../contract/diagnostic.ts';
import { type ParsedIndexFile, parseIndexFile } from '../model/registry-index-file.ts';
import type { RegistryContents, RegistryLocation } from '../model/registry-snapshot.ts';
import type { SkillFolder } from '../model/skill.ts';
import { createDiskDoor, type DiskDoor } from './disk-door.ts';
import { RegistryScan } from './registry-scan.ts';

/** Reads a whole registry once, on this thread: for commands that serve nobody. */
export function readRegistry(
  location: RegistryLocation,
  door: DiskDoor = createDiskDoor(),
): RegistryContents {
  const { delta } = new RegistryScan({ door, location }).look();
  const unreadable = (delta?.unreadable ?? []).map(({ path, code }) =>
    diagnose('file-unreadable', `${path} could not be read: ${code}.`, { file: path }),
  );
  return {
    location,
    folders: new Map(delta?.upserted.map((folder) => [folder.folder, folder])),
    indexFile: delta?.indexFile ?? parseIndexFile(undefined),
    walkDiagnostics: [...(delta?.walkDiagnostics ?? []), ...unreadable],
  };
}

/** index.json alone. */
export function readIndexFile(root: string): ParsedIndexFile {
  const location: RegistryLocation = { root, skillsFolder: '.nowhere', layout: 'registry' };
  return readRegistry(location).indexFile;
}

/** The skill folders at or below a folder, which is relative to the root. */
export function readSkillFolders(location: RegistryLocation, from: string): ReadonlyMap<string, SkillFolder> {
  return readRegistry({ ...location, skillsFolder: from }).folders;
}

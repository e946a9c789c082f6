import { desktop } from '../desktop.ts';
import { navigate } from '../route/use-route.ts';
import { setDroppedRegistry } from './dropped-registry.ts';
import { type FolderKind, folderKind } from './folder-kind.ts';
import { takeEntry, takeFailure } from './shown-project.ts';

/**
 * @param entry a single dropped folder
 * @param file source of the path in the app
 */
export async function takeFolder(
  entry: FileSystemDirectoryEntry | undefined,
  file: File | undefined,
): Promise<void> {
  if (entry === undefined) {
    takeFailure('What was dropped', 'is not one folder.');
    return navigate({ view: 'projects' });
  }
  // The reader of projects explains why a folder is unreadable.
  const kind = await folderKind(entry).catch((): FolderKind => 'project');
  if (kind === 'registry') {
    const path = file === undefined ? '' : (desktop?.pathForFile(file) ?? '');
    setDroppedRegistry({ name: entry.name, path });
    return navigate({ view: 'registry' });
  }
  if (kind === 'nothing') takeFailure(entry.name, NOTHING_INSIDE);
  else void takeEntry(entry);
  navigate({ view: 'projects' });
}

const NOTHING_INSIDE =
  'is not a project or a registry: it has no package.json, Cargo.toml, pyproject.toml, go.mod, vcpkg.json, conanfile.txt, CMakeLists.txt or other manifest, no skill.json, and no skills/ folder.';

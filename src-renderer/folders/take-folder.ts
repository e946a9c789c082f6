import { desktop } from '../desktop.ts';
import { navigate } from '../route/use-route.ts';
import { setChosenFolder } from './chosen-folder.ts';
import { setDroppedRegistry } from './dropped-registry.ts';
import { type FolderKind, folderKind } from './folder-kind.ts';
import { folderOfEntry } from './folder-source.ts';
import { takeEntry, takeFailure, takeFromApp } from './shown-project.ts';

/** `entry`: a single dropped folder. `file`: source of the path in the app. */
export interface Dropped {
  readonly entry: FileSystemDirectoryEntry | undefined;
  readonly file: File | undefined;
}

export async function takeFolder({ entry, file }: Dropped): Promise<void> {
  const bridge = desktop;
  if (entry === undefined) {
    setChosenFolder(undefined);
    return navigate({ view: 'import' });
  }
  // Import reads an unreadable folder again and explains the failure.
  const kind = await folderKind(entry).catch((): FolderKind => 'skill');
  if (kind === 'skill') {
    setChosenFolder(folderOfEntry(entry));
    return navigate({ view: 'import' });
  }
  if (kind === 'registry') {
    setDroppedRegistry({
      name: entry.name,
      path: file === undefined ? '' : (bridge?.pathForFile(file) ?? ''),
    });
    return navigate({ view: 'registry' });
  }
  if (kind === 'nothing') takeFailure(entry.name, NOTHING_INSIDE);
  else if (bridge === undefined) void takeEntry(entry);
  else if (file === undefined || bridge.pathForFile(file) === '') takeFailure(entry.name, NO_PATH);
  else void takeFromApp(() => bridge.openDroppedProject(file), entry.name);
  navigate({ view: 'projects' });
}

const NO_PATH = 'has no path on this computer. Drop a folder from the file manager.';
const NOTHING_INSIDE =
  'is not a project, a skill or a registry: it has no package.json, Cargo.toml, pyproject.toml, go.mod, vcpkg.json, conanfile.txt, CMakeLists.txt or other manifest, no skill.json, and no skills/ folder.';

import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { useFileDrag } from '../components/use-file-drag.ts';
import { folderEntryOf } from '../folders/folder-entries.ts';
import { type FolderKind, folderKind } from '../folders/folder-kind.ts';
import { takeFolder } from '../folders/take-folder.ts';

/** True during a drag. Projects open in Projects; the service inspects other folders. */
export function useFolderDrop(
  bridge: Pick<DesktopBridge, 'pathForFile'>,
  onFolder: (path: string) => void,
  onNoPath: () => void,
): boolean {
  return useFileDrag((data) => {
    const file = data.files[0];
    const path = file === undefined ? '' : bridge.pathForFile(file);
    const entry = folderEntryOf(data);
    if (path === '') return onNoPath();
    if (entry === undefined) return onFolder(path);
    void folderKind(entry)
      .catch((): FolderKind => 'registry')
      .then((kind) => (kind === 'project' ? takeFolder(entry, file) : onFolder(path)));
  });
}

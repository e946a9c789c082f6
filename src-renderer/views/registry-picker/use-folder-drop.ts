import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { useFileDrag } from '../../components/use-file-drag.ts';

/** Takes a folder that is dropped anywhere in the window; true while one is held over it. */
export function useFolderDrop(
  bridge: Pick<DesktopBridge, 'pathForFile'>,
  onFolder: (path: string) => void,
  onNoPath: () => void,
): boolean {
  return useFileDrag((data) => {
    const file = data.files[0];
    const path = file === undefined ? '' : bridge.pathForFile(file);
    if (path === '') onNoPath();
    else onFolder(path);
  });
}

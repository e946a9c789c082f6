import { useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/ipc/contract.ts';

/** Takes a folder that is dropped anywhere in the window; true while one is held over it. */
export function useFolderDrop(
  bridge: Pick<DesktopBridge, 'pathForFile'>,
  onFolder: (path: string) => void,
  onNoPath: () => void,
): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef({ onFolder, onNoPath });
  latest.current = { onFolder, onNoPath };
  useEffect(() => {
    // Entering a child leaves its parent: only the balance tells whether the pointer is still inside.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const end = () => {
      depth = 0;
      setDragging(false);
    };
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth += 1;
      setDragging(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) end();
    };
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      end();
      const file = event.dataTransfer?.files[0];
      const path = file === undefined ? '' : bridge.pathForFile(file);
      if (path === '') latest.current.onNoPath();
      else latest.current.onFolder(path);
    };
    document.addEventListener('dragenter', onEnter);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('dragover', onOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragenter', onEnter);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('drop', onDrop);
    };
  }, [bridge]);
  return dragging;
}

import { DropTarget } from '../components/drop-target.tsx';
import { useFileDrag } from '../components/use-file-drag.ts';
import { folderEntryOf } from './folder-entries.ts';
export function FolderDrop({ enabled }: { readonly enabled: boolean }) {
  const dragging = useFileDrag((data) => {
    // Read before the first `await`: afterwards the data is empty.
    const [entry, file] = [folderEntryOf(data), data.files[0]];
    void import('./take-folder.ts').then(({ takeFolder }) => takeFolder(entry, file));
  }, enabled);
  if (!dragging) return null;
  return (
    <DropTarget title="Let go to look inside">
      A project or a registry: what lies in the folder decides. Nothing is run, copied or changed.
    </DropTarget>
  );
}

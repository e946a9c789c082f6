import { DropTarget } from '../../components/drop-target.tsx';
import { useFileDrag } from '../../components/use-file-drag.ts';
import { navigate } from '../../route/use-route.ts';
import { folderOfDrop } from './folder-source.ts';
import { holdFolder } from './held-folder.ts';

/** Takes a skill's folder that is dropped anywhere in the window to the import. */
export function SkillDrop({ enabled }: { readonly enabled: boolean }) {
  const dragging = useFileDrag((data) => {
    holdFolder(folderOfDrop(data));
    navigate({ view: 'import' });
  }, enabled);
  if (!dragging) return null;
  return (
    <DropTarget title="Let go to check this skill">
      A folder with a <code>skill.json</code>. Nothing is added before you say so.
    </DropTarget>
  );
}

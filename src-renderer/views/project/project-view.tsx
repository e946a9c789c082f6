import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Page } from '../../layout/layout.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/show/marks.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import { MatchedProject, useMatches } from './matched-project.tsx';
import styles from './project.module.css';
import { chosenFolder, droppedFolder, type ProjectFolder, type ShownProject } from './project-files.ts';
import { readFolder } from './read-folder.ts';

/** Kept while other views are shown. */
const SHOWN = ['project'] as const;

/** The page itself reads a folder and asks its own service; nothing else leaves it. */
export default function ProjectView() {
  const { data: shown } = useQuery<ShownProject>({
    queryKey: SHOWN,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { reading, failure, take } = useTaking();
  const matches = useMatches(shown);
  const isDragging = useFileDrag(take);
  const choose = (kind: 'primary' | 'plain', name: string) => (
    <FolderButton kind={kind} name={name} onFolder={take} />
  );
  const above = (
    <>
      {failure !== undefined && <Notice kind="error" title={<Revealed text={failure} />} />}
      {reading !== undefined && (
        <p role="status" className="soft">
          Reading <Revealed text={reading} />…
        </p>
      )}
    </>
  );
  return (
    <div className={styles.view} data-dragging={isDragging || undefined}>
      {shown === undefined ? (
        <Page title="Which libraries of a project have a skill?">
          {above}
          <div className={styles.drop}>
            <Icon of={FolderOpen} />
            <h2>Drop a project folder in this window</h2>
            <p>
              Its manifests and lock files are read. <Privacy />
            </p>
            {choose('primary', 'Choose a project…')}
          </div>
        </Page>
      ) : (
        <MatchedProject
          shown={shown}
          matches={matches}
          promise={<Privacy />}
          actions={
            <>
              {choose('plain', 'Another project…')}
              {shown.folder.canBeReadAgain && (
                <Button kind="quiet" icon={RotateCw} onClick={() => take(shown.folder)}>
                  Read again
                </Button>
              )}
            </>
          }
        >
          {above}
        </MatchedProject>
      )}
    </div>
  );
}

function Privacy(): ReactNode {
  return 'Nothing is run, written or watched; only the list of its libraries goes to your own service.';
}

function useTaking() {
  const cache = useQueryClient();
  const [reading, setReading] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const latest = useRef<ProjectFolder>(undefined);
  const take = useCallback(
    async (folder: ProjectFolder | undefined) => {
      latest.current = folder;
      setFailure(folder === undefined ? 'What was dropped is not one folder.' : undefined);
      setReading(folder?.name);
      if (folder === undefined) return;
      try {
        const project = await readFolder(folder);
        if (latest.current !== folder) return;
        cache.setQueryData<ShownProject>(SHOWN, { folder, project, readAt: Date.now() });
      } catch (error) {
        if (latest.current === folder) setFailure(error instanceof Error ? error.message : String(error));
      }
      if (latest.current === folder) setReading(undefined);
    },
    [cache],
  );
  return { reading, failure, take };
}

function FolderButton({
  kind,
  name,
  onFolder,
}: {
  readonly kind: 'primary' | 'plain';
  readonly name: string;
  readonly onFolder: (folder: ProjectFolder | undefined) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no property for it.
    if (input.current !== null) input.current.webkitdirectory = true;
  }, []);
  return (
    <>
      <Button kind={kind} icon={FolderOpen} onClick={() => input.current?.click()}>
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="The project’s folder"
        onChange={({ currentTarget }) => {
          const folder = chosenFolder([...(currentTarget.files ?? [])]);
          // Without a reset, choosing the same folder again would fire no event.
          currentTarget.value = '';
          if (folder !== undefined) onFolder(folder);
        }}
      />
    </>
  );
}

/** True while files are dragged over the window. */
function useFileDrag(onDrop: (folder: ProjectFolder | undefined) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const on = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event);
        },
        { signal: ended.signal },
      );
    on('dragenter', () => setIsDragging(true));
    on('dragover', () => {});
    on('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) setIsDragging(false);
    });
    on('drop', ({ dataTransfer }) => {
      setIsDragging(false);
      if (dataTransfer !== null) onDrop(droppedFolder(dataTransfer));
    });
    return () => ended.abort();
  }, [onDrop]);
  return isDragging;
}

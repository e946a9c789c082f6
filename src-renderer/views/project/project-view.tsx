import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, RotateCw } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Page, Row } from '../../layout/layout.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useFolderDrop } from '../../ui/over/use-folder-drop.ts';
import { Icon } from '../../ui/show/marks.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import { MatchedProject, useMatches } from './matched-project.tsx';
import styles from './project.module.css';
import {
  chosenFolder,
  chosenManifests,
  droppedProject,
  type ProjectFolder,
  type ShownProject,
} from './project-files.ts';
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
  const isDragging = useFolderDrop((data) => void take(droppedProject(data)));
  const choose = (kind: 'primary' | 'plain', name: string) => (
    <FilesButton kind={kind} name={name} isFolder onChosen={(files) => take(chosenFolder(files))} />
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
            <h2>
              {isDragging ? 'Let go to read it' : 'Drop a project folder, or its manifest, in this window'}
            </h2>
            <p>
              Its manifests and lock files are read. <Privacy />
            </p>
            <Row>
              {choose('primary', 'Choose a project…')}
              <FilesButton
                kind="quiet"
                name="Choose a manifest…"
                onChosen={(files) => take(chosenManifests(files))}
              />
            </Row>
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
      setFailure(folder === undefined ? 'Drop one folder, or its manifests and lock files.' : undefined);
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

/** Opens the browser's dialog for a folder, or for files. */
function FilesButton({
  kind,
  name,
  isFolder = false,
  onChosen,
}: {
  readonly kind: 'primary' | 'plain' | 'quiet';
  readonly name: string;
  readonly isFolder?: boolean;
  readonly onChosen: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // React has no property for it.
    if (input.current !== null) input.current.webkitdirectory = isFolder;
  }, [isFolder]);
  return (
    <>
      <Button kind={kind} icon={isFolder ? FolderOpen : undefined} onClick={() => input.current?.click()}>
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={isFolder ? 'The project’s folder' : 'Manifests and lock files'}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Without a reset, choosing the same again would fire no event.
          currentTarget.value = '';
          if (files.length > 0) onChosen(files);
        }}
      />
    </>
  );
}

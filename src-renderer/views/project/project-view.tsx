import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, RotateCw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadProject } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { withInstalledRepositories } from '../../../src-server/projects/package-json.ts';
import { HOLDS_NO_PROJECT } from '../../../src-server/projects/read-project.ts';
import { trustedWorker } from '../../data/host.ts';
import { Page, Row } from '../../layout/layout.tsx';
import { Button } from '../../ui/button.tsx';
import { useFolderDrop } from '../../ui/hooks.ts';
import { Icon } from '../../ui/marks.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { MatchedProject, useMatches } from './matched-project.tsx';
import styles from './project.module.css';
import {
  chosenFolder,
  chosenManifests,
  droppedProject,
  type FolderFiles,
  type ProjectFolder,
  SAMPLE_PROJECT,
  type ShownProject,
} from './project-files.ts';
import workerUrl from './read-files.worker.ts?worker&url';

/** The key under which the project is kept while other views are shown. */
const PROJECT_KEY = ['project'] as const;

/** The view of a project. The page itself reads a folder and asks its own service; nothing else leaves it. */
export default function ProjectView() {
  const { data: shown } = useQuery<ShownProject>({
    queryKey: PROJECT_KEY,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { reading, failure, take } = useTaking();
  const matches = useMatches(shown);
  const isDragging = useFolderDrop((data) => void take(droppedProject(data)));
  const choose = (kind: 'plain' | 'quiet', name: string) => (
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
        <Page
          title="What goes wrong in your project?"
          sub="Drop it here. You get the three worst dangers of each library that has a skill, and the way around them."
        >
          {above}
          <div className={styles.drop}>
            <Icon of={FolderOpen} />
            <h2>{isDragging ? 'Let go to read it' : 'Drop a project’s folder, or one file of it'}</h2>
            <p>
              package.json, pyproject.toml, Cargo.toml, go.mod or a lock file. Only the list of libraries is
              read, and goes to your own service: no code runs, nothing is written.
            </p>
            <Row>
              <Button kind="primary" onClick={() => void take(SAMPLE_PROJECT)}>
                Try a sample project
              </Button>
              {choose('plain', 'Choose a folder…')}
              <FilesButton
                kind="quiet"
                name="Choose a file…"
                onChosen={(files) => take(chosenManifests(files))}
              />
            </Row>
          </div>
        </Page>
      ) : (
        <MatchedProject
          shown={shown}
          matches={matches}
          actions={
            <>
              {shown.folder.canBeReadAgain && (
                <Button kind="quiet" icon={RotateCw} onClick={() => void take(shown.folder)}>
                  Read again
                </Button>
              )}
              {choose('quiet', 'Another project…')}
            </>
          }
        >
          {above}
        </MatchedProject>
      )}
    </div>
  );
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
        cache.setQueryData<ShownProject>(PROJECT_KEY, { folder, project, readAt: Date.now() });
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

/** Milliseconds that reading may take: ten times what the largest accepted files take. */
const DEADLINE_MS = 60_000;

const startWorker = trustedWorker('read-project', workerUrl);

/** Reads a project. Rejects with a sentence. */
async function readFolder(folder: ProjectFolder): Promise<ReadProject> {
  const files = await folder.find().catch(() => {
    throw new Error(`${folder.name} could not be read. It changed or went away, or may not be read.`);
  });
  const project = await readInWorker(files);
  if (!project.isProject) throw new Error(`${folder.name} ${HOLDS_NO_PROJECT}`);
  // Each file costs a message to the browser, so indirect packages go without.
  const direct = project.packages.filter((each) => each.direct);
  const indirect = project.packages.filter((each) => !each.direct);
  const found = await withInstalledRepositories(direct, async (path) => {
    const file = await folder.installed(path);
    return file && file.size <= LIMITS.installedManifestBytes
      ? file.text().catch(() => undefined)
      : undefined;
  });
  return { ...project, packages: [...found, ...indirect] };
}

/** Reads the files in a worker: a hostile one can't freeze the window. */
function readInWorker(found: FolderFiles): Promise<ReadProject> {
  const worker = startWorker();
  return new Promise<ReadProject>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Reading its files took over a minute.')), DEADLINE_MS);
    worker.onmessage = ({ data }: MessageEvent<ReadProject>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(timer);
      reject(new Error('Its files could not be read.'));
    };
    worker.postMessage(found);
  }).finally(() => worker.terminate());
}

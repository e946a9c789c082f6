/** Retained across views. */
import type { ReadProject } from '../../src-server/contract/api/project.ts';
import { HOLDS_NO_PROJECT } from '../../src-server/projects/read/project-file-names.ts';
import { createStore, type Readable } from '../stores/create-store.ts';
import { type FoundFiles, filesOfEntry, filesOfInput } from './project-files.ts';
import { readInWorker } from './read-in-worker.ts';

/** `folder`: its name; browsers hide the path. */
export type ProjectState =
  | { readonly state: 'none' }
  | {
      readonly state: 'reading';
      readonly folder: string;
      /** Inspected names, if known. */
      readonly looked?: number;
    }
  | { readonly state: 'failed'; readonly folder: string; readonly message: string }
  | {
      readonly state: 'read';
      readonly folder: string;
      readonly project: ReadProject;
      /** Differs for each reading. */
      readonly turn: number;
      /** Milliseconds since 1970. */
      readonly readAt: number;
    };

const shown = createStore<ProjectState>({ state: 'none' });
/** Dropped folder, for reading again. */
const entry = createStore<FileSystemDirectoryEntry | undefined>(undefined);
const turns = createStore(0);

export type ReadState = Extract<ProjectState, { state: 'read' }>;

export const shownProject: Readable<ProjectState> = shown;
export const droppedEntry: Readable<FileSystemDirectoryEntry | undefined> = entry;

/** `reason` follows the folder's name. */
export function takeFailure(folder: string, reason: string): void {
  turns.set(turns.get() + 1);
  entry.set(undefined);
  shown.set({ state: 'failed', folder, message: `${folder} ${reason}` });
}

export async function takeEntry(root: FileSystemDirectoryEntry): Promise<void> {
  entry.set(root);
  await take(root.name, (tell) => filesOfEntry(root, tell));
}

export async function takePicked(files: readonly File[]): Promise<void> {
  const found = filesOfInput(files);
  if (found === undefined) return;
  entry.set(undefined);
  await take(found.name, async () => found);
}

async function take(
  folder: string,
  find: (tell: (looked: number) => void) => Promise<FoundFiles>,
): Promise<void> {
  const turn = turns.get() + 1;
  turns.set(turn);
  const set = (state: ProjectState) => {
    // A newer folder supersedes this result.
    if (turn === turns.get()) shown.set(state);
  };
  set({ state: 'reading', folder });
  try {
    const found = await find((looked) => set({ state: 'reading', folder, looked }));
    const project = await readInWorker(found);
    if (project.isProject) set({ state: 'read', folder, project, turn, readAt: Date.now() });
    else set({ state: 'failed', folder, message: `${folder} ${HOLDS_NO_PROJECT}` });
  } catch (error) {
    const message = error instanceof Error && error.name === 'Error' ? error.message : GONE;
    set({ state: 'failed', folder, message: `${folder} could not be read. ${message}` });
  }
}

const GONE = 'It changed or went away, or may not be read.';

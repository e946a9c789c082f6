import type { ConnectResult } from '../../src-server/contract/clients/connect.ts';
import type {
  ProjectWork,
  ProjectWorkResult,
  SyncPreview,
} from '../../src-server/contract/service/project-work.ts';
import type { Clock } from '../clock.ts';
import type { ProjectState } from '../contract/desktop-bridge.ts';
import { Refusal } from '../refusal.ts';
import type { WatchProjectOptions } from './watch-project.ts';

export interface OpenProjectOptions {
  readonly work: (work: ProjectWork) => Promise<ProjectWorkResult>;
  readonly watch: (options: Pick<WatchProjectOptions, 'folder' | 'files' | 'onChange'>) => () => void;
  readonly clock: Pick<Clock, 'now'>;
  readonly serviceUrl: () => string | undefined;
  readonly onState: (state: ProjectState) => void;
  /** After the first successful read. */
  readonly onOpened: (folder: string) => void;
}

/** Rereads on file changes. */
export interface OpenProject {
  readonly state: ProjectState;
  /** Only open projects can be written. */
  open(folder: string): ProjectState;
  /** Keeps the old content meanwhile. */
  readAgain(): ProjectState;
  /** Rejects with `Refusal` if the plan fails. */
  preview(indexOnly: boolean | null): Promise<SyncPreview>;
  write(indexOnly: boolean, token: string): Promise<ConnectResult>;
  close(): void;
}

export function createOpenProject({
  work,
  watch,
  clock,
  serviceUrl,
  onState,
  onOpened,
}: OpenProjectOptions): OpenProject {
  let state: ProjectState = { state: 'none' };
  let turn = 0;
  let unwatch = () => {};

  function set(next: ProjectState): void {
    state = next;
    onState(next);
  }

  async function read(folder: string): Promise<void> {
    turn += 1;
    const mine = turn;
    const result = await work({ do: 'read', folder });
    // A newer read started meanwhile.
    if (mine !== turn) return;
    const before = state.state === 'read' ? state : undefined;
    if (result.done !== 'read') {
      const message = result.done === 'refused' ? result.message : `${folder} could not be read.`;
      set(before === undefined ? { state: 'failed', folder, message } : { ...before, trouble: message });
      return;
    }
    const { project } = result;
    if (before === undefined) onOpened(folder);
    set({ state: 'read', folder, project, turn: mine, readAt: clock.now() });
    unwatch();
    const named = new Set([
      ...project.packages.flatMap(({ from }) => from),
      ...project.unread.map(({ file }) => file),
    ]);
    unwatch = watch({ folder, files: [...named], onChange: () => void read(folder) });
  }

  function asked(): { readonly folder: string; readonly service: string } {
    if (state.state !== 'read') throw new Refusal('Open a project first.');
    const service = serviceUrl();
    if (service === undefined) throw new Refusal('The service does not answer, so its skills are not known.');
    return { folder: state.folder, service };
  }

  return {
    get state() {
      return state;
    },
    open(folder) {
      unwatch();
      unwatch = () => {};
      set({ state: 'reading', folder });
      void read(folder);
      return state;
    },
    readAgain() {
      if (state.state !== 'none') void read(state.folder);
      return state;
    },
    async preview(indexOnly) {
      const result = await work({ do: 'plan', ...asked(), indexOnly });
      if (result.done === 'plan') return result.plan;
      throw new Refusal(result.done === 'refused' ? result.message : 'The change could not be told.');
    },
    async write(indexOnly, token) {
      const result = await work({ do: 'write', ...asked(), indexOnly, token });
      if (result.done === 'written') return { ok: true, message: result.message };
      return { ok: false, message: result.done === 'refused' ? result.message : 'Nothing was written.' };
    },
    close() {
      turn += 1;
      unwatch();
    },
  };
}

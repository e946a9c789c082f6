import type { ServedLayer } from '../../src-server/contract/api/api.ts';
import type {
  AddressRequest,
  ReadSkillChange,
  RegistryChange,
  RegistryChanges,
  RegistryWork,
  RegistryWorkResult,
} from '../../src-server/contract/service/registry-work.ts';
import type { RegistriesState } from '../contract/desktop-bridge.ts';
import { Refusal } from '../refusal.ts';
import type { RegistryProcess } from '../server/job-process.ts';

export interface AddedRegistriesOptions {
  readonly start: (onProgress: (bytes: number) => void) => RegistryProcess;
  readonly onState: (state: RegistriesState) => void;
}

/** Works in separate processes; errors become `Refusal` or state. */
export interface AddedRegistries {
  readonly state: RegistriesState;
  refresh(): Promise<RegistriesState>;
  /** Rereads if the served registries differ from the list: the command line may have changed the list. */
  served(layers: readonly ServedLayer[]): void;
  /** A newer request replaces the last. */
  preview(request: AddressRequest): RegistriesState;
  /** Of the previewed registry. */
  readPreviewed(key: string): Promise<ReadSkillChange>;
  add(): Promise<RegistriesState>;
  cancel(): RegistriesState;
  check(names: readonly string[] | null): Promise<RegistriesState>;
  changes(name: string): Promise<RegistryChanges>;
  change(change: RegistryChange): Promise<RegistriesState>;
  close(): void;
}

export function createAddedRegistries({ start, onState }: AddedRegistriesOptions): AddedRegistries {
  let state: RegistriesState = {
    ...{ registries: null, trouble: null, checking: [], addition: { state: 'none' } },
  };
  const running = new Set<RegistryProcess>();
  let refreshing: Promise<RegistriesState> | undefined;
  let lastServed = '[]';
  /** Of the addition. */
  let adding: RegistryProcess | undefined;

  function set(change: Partial<RegistriesState>): RegistriesState {
    state = { ...state, ...change };
    onState(state);
    return state;
  }

  async function askOnce(work: RegistryWork): Promise<RegistryWorkResult> {
    const process = start(() => {});
    running.add(process);
    const result = await process.ask(work);
    running.delete(process);
    return result;
  }

  /** @throws {Refusal} with the process's sentence */
  function take(result: RegistryWorkResult): RegistriesState {
    const { registries } = expectDone(result, 'list', 'The registries could not be changed.');
    return set({ registries, trouble: null });
  }

  function refresh(): Promise<RegistriesState> {
    refreshing ??= list().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  async function list(): Promise<RegistriesState> {
    const result = await askOnce({ do: 'list' });
    if (result.done === 'refused') return set({ trouble: result.message });
    return take(result);
  }

  async function fetch(process: RegistryProcess, request: AddressRequest): Promise<void> {
    const result = await process.ask({ do: 'prepare', ...request });
    // A newer request or a cancellation superseded this one.
    if (adding !== process) return;
    if (result.done === 'preview') {
      set({ addition: { state: 'shown', preview: result.preview, isAdding: false } });
      return;
    }
    adding = undefined;
    if (result.done === 'same') set({ addition: { state: 'same', name: result.name } });
    else set({ addition: failed(result) });
  }

  /** A waiting process deletes its files; a fetching process can only be killed. */
  function endAddition(): void {
    const process = adding;
    adding = undefined;
    if (process === undefined) return;
    if (state.addition.state === 'shown') process.shutDown();
    else {
      process.kill();
      // Deletes what was half received.
      void refresh();
    }
  }

  async function check(names: readonly string[] | null): Promise<RegistriesState> {
    const known = state.registries ?? (await refresh()).registries ?? [];
    const wanted = known
      .filter(({ name, pinned }) => !pinned && (names === null || names.includes(name)))
      .map(({ name }) => name)
      .filter((name) => !state.checking.includes(name));
    if (wanted.length === 0) return state;
    set({ checking: [...state.checking, ...wanted] });
    const result = await askOnce({ do: 'check', names: wanted });
    set({ checking: state.checking.filter((name) => !wanted.includes(name)) });
    return take(result);
  }

  return {
    get state() {
      return state;
    },
    refresh,
    served(layers) {
      const now = idsOf(layers.filter(({ address }) => address !== undefined));
      // Own work changes the list, too, and gives the result.
      if (now === lastServed || running.size > 0) return;
      lastServed = now;
      if (now !== idsOf(state.registries ?? [])) void refresh();
    },
    check,
    preview(request) {
      if (state.addition.state === 'shown' && state.addition.isAdding)
        throw new Refusal('Another registry is being added. Try again in a moment.');
      endAddition();
      const process = start((bytes) => {
        if (adding === process) set({ addition: { state: 'fetching', bytes } });
      });
      adding = process;
      set({ addition: { state: 'fetching', bytes: 0 } });
      void fetch(process, request);
      return state;
    },
    async readPreviewed(key) {
      if (state.addition.state !== 'shown' || adding === undefined)
        throw new Refusal('Look inside an address first.');
      const result = await adding.ask({ do: 'read', key });
      return expectDone(result, 'skill', 'The skill could not be read.').skill;
    },
    async add() {
      const { addition } = state;
      const process = adding;
      if (addition.state !== 'shown' || process === undefined)
        throw new Refusal('Look inside an address first.');
      if (addition.isAdding) return state;
      set({ addition: { ...addition, isAdding: true } });
      const result = await process.ask({ do: 'add' });
      adding = undefined;
      if (result.done !== 'list') {
        process.shutDown();
        return set({ addition: failed(result) });
      }
      take(result);
      return set({ addition: { state: 'none' } });
    },
    cancel() {
      if (state.addition.state === 'shown' && state.addition.isAdding) return state;
      endAddition();
      return set({ addition: { state: 'none' } });
    },
    async changes(name) {
      const result = await askOnce({ do: 'changes', name });
      return expectDone(result, 'changes', 'The update could not be read.').changes;
    },
    change: async (change) => take(await askOnce(change)),
    close() {
      const all = [...running, ...(adding === undefined ? [] : [adding])];
      adding = undefined;
      for (const process of all) process.kill();
    },
  };
}

function idsOf(
  registries: ReadonlyArray<Pick<ServedLayer, 'name' | 'commit'> & { readonly checked_at?: string | null }>,
): string {
  return JSON.stringify(registries.map(({ name, commit, checked_at: at }) => [name, commit, at ?? null]));
}

function expectDone<Done extends RegistryWorkResult['done']>(
  result: RegistryWorkResult,
  done: Done,
  otherwise: string,
): Extract<RegistryWorkResult, { done: Done }> {
  if (result.done === done) return result as Extract<RegistryWorkResult, { done: Done }>;
  throw new Refusal(result.done === 'refused' ? result.message : otherwise);
}

function failed(result: RegistryWorkResult): RegistriesState['addition'] {
  const message = result.done === 'refused' ? result.message : 'The registry could not be added.';
  return { state: 'failed', message };
}

/**
 * The registries that were added by address: their list, the daily look for updates, and both as the app has them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
  AddressRequest,
  ReadSkillChange,
  RegistryChange,
  RegistryChanges,
  RegistryWork,
  RegistryWorkResult,
  ShownRegistry,
} from '../src-server/contract/added-registries.ts';
import type { ServedLayer } from '../src-server/contract/api.ts';
import { userFolders } from '../src-server/platform/files.ts';
import type { Clock } from './clock.ts';
import type { RegistriesState } from './contract/app-states.ts';
import { Refusal } from './contract/requests.ts';
import { NOTICES, type Notices } from './notices.ts';
import type { ProcessDependencies } from './server/child-process.ts';
import { type OnFetch, type RegistryProcess, startRegistryProcess } from './server/job-process.ts';

interface AddedRegistriesOptions {
  readonly start: (onProgress: OnFetch) => RegistryProcess;
  readonly onState: (state: RegistriesState) => void;
}

/**
 * The registries that the user added by address: the list, and what is being done with it. Each piece of work runs in
 * a process of its own; its errors become a `Refusal`, or a part of the state.
 */
interface AddedRegistries {
  readonly state: RegistriesState;
  refresh(): Promise<RegistriesState>;
  /** Reads the list again if the served registries differ from it: the command line may have changed the list. */
  served(layers: readonly ServedLayer[]): void;
  /** Begins to fetch an address. A newer request replaces the last. */
  preview(request: AddressRequest): RegistriesState;
  /** Reads all texts of a skill of the previewed registry. */
  readPreviewed(key: string): Promise<ReadSkillChange>;
  add(): Promise<RegistriesState>;
  cancel(): RegistriesState;
  check(names: readonly string[] | null): Promise<RegistriesState>;
  changes(name: string): Promise<RegistryChanges>;
  change(change: RegistryChange): Promise<RegistriesState>;
  close(): void;
}

/** Holds the list and the addition. */
export function createAddedRegistries({ start, onState }: AddedRegistriesOptions): AddedRegistries {
  let state: RegistriesState = {
    registries: null,
    trouble: null,
    checking: [],
    addition: { state: 'none' },
  };
  const running = new Set<RegistryProcess>();
  let refreshing: Promise<RegistriesState> | undefined;
  let lastServed = '[]';
  /** The process that fetches, shows and adds the registry of `state.addition`. */
  let adding: RegistryProcess | undefined;

  function set(change: Partial<RegistriesState>): RegistriesState {
    state = { ...state, ...change };
    onState(state);
    return state;
  }

  async function askOnce(work: RegistryWork): Promise<RegistryWorkResult> {
    // A preview has its own progress.
    const process = start((progress, name) => set({ fetching: { name, progress } }));
    running.add(process);
    const result = await process.ask(work);
    running.delete(process);
    if (running.size === 0 && state.fetching !== undefined) set({ fetching: undefined });
    return result;
  }

  /**
   * Takes the list from a result.
   * @throws {Refusal} with the process's sentence
   */
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

  /** Ends the addition. A process that waits deletes its files itself; one that fetches can only be killed. */
  function endAddition(): void {
    const process = adding;
    adding = undefined;
    if (process === undefined) return;
    if (state.addition.state === 'shown') process.stop();
    else {
      process.forceKill();
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
      const process = start((progress) => {
        if (adding === process) set({ addition: { state: 'fetching', progress } });
      });
      adding = process;
      set({ addition: { state: 'fetching' } });
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
        process.stop();
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
      for (const process of all) process.forceKill();
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

const DAY_MS = 86_400_000;
const LOOK_MS = 3_600_000;

interface DailyCheckOptions {
  readonly clock: Clock;
  /** Returns whether the user wants the daily check; called before each. */
  readonly isOn: () => boolean;
  readonly state: () => RegistriesState;
  readonly check: (names: readonly string[]) => Promise<RegistriesState>;
  readonly onFound: (found: readonly ShownRegistry[], taken: readonly ShownRegistry[]) => void;
}

interface DailyCheck {
  /** Asks the addresses that are due. Besides, the check looks each hour whether one is. */
  look(): Promise<void>;
  stop(): void;
}

/** Asks addresses once a day and tells what was found. Only registries that follow their address take an update. */
export function createDailyCheck({ clock, isOn, state, check, onFound }: DailyCheckOptions): DailyCheck {
  let isBusy = false;

  /**
   * An address is due a day after its last check, and if that lies in the future, which a wrong clock leaves behind.
   */
  function isDue({ pinned, checked_at }: ShownRegistry): boolean {
    const since = checked_at === null ? DAY_MS : clock.now() - Date.parse(checked_at);
    return !pinned && (since < 0 || since >= DAY_MS);
  }

  async function look(): Promise<void> {
    const due = (state().registries ?? []).filter(isDue);
    if (isBusy || !isOn() || due.length === 0) return;
    isBusy = true;
    try {
      const { registries } = await check(due.map(({ name }) => name));
      const now = (registries ?? []).flatMap((one) => {
        const before = due.find(({ name }) => name === one.name);
        return before === undefined ? [] : [{ one, before }];
      });
      const isNew = now.filter(
        ({ one, before }) => one.update && one.update.commit !== before.update?.commit,
      );
      const isTaken = now.filter(({ one, before }) => one.follow && one.commit !== before.commit);
      onFound(
        isNew.map(({ one }) => one),
        isTaken.map(({ one }) => one),
      );
    } catch {
      // The list was not readable; the window says why.
    } finally {
      isBusy = false;
    }
  }

  return { look, stop: clock.every(LOOK_MS, () => void look()) };
}

interface DesktopRegistriesOptions {
  readonly processes: ProcessDependencies;
  /** Returns whether the user wants addresses to be asked once a day. */
  readonly isOn: () => boolean;
  readonly onState: (state: RegistriesState) => void;
  /** Called when the list has changed. */
  readonly onList: () => void;
  readonly notices: Pick<Notices, 'tell' | 'dismiss'>;
}

/** The added registries as the app has them: the list, its daily check, and the notices of both. */
export interface DesktopRegistries extends AddedRegistries {
  /** Reads the list, if there is one, and asks the addresses that are due. */
  begin(): Promise<void>;
}

export function createDesktopRegistries(options: DesktopRegistriesOptions): DesktopRegistries {
  const { processes, isOn, onState, onList, notices } = options;
  let known: RegistriesState['registries'] = null;
  const added = createAddedRegistries({
    start: (onProgress) => startRegistryProcess(processes, onProgress),
    onState(state) {
      onState(state);
      if (state.registries === known) return;
      known = state.registries;
      if (!known?.some(({ update }) => update !== null)) notices.dismiss('registry-update');
      onList();
    },
  });
  const daily = createDailyCheck({
    clock: processes.clock,
    isOn: () => isOn() && !process.env['CI'],
    state: () => added.state,
    check: (names) => added.check(names),
    onFound(found, taken) {
      if (taken.length > 0) notices.tell(NOTICES.registriesTaken(taken));
      if (found.length > 0) notices.tell(NOTICES.registryUpdates(found));
    },
  });
  return {
    ...added,
    get state() {
      return added.state;
    },
    async begin() {
      const list = join(userFolders(process.env).data, 'registries', 'registries.json');
      if (existsSync(list)) await added.refresh();
      await daily.look();
    },
    close() {
      daily.stop();
      added.close();
    },
  };
}

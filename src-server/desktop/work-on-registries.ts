/** Does the app’s work on added registries. */

import { existsSync } from 'node:fs';
import type {
  AddedRegistry,
  RegistryPreview,
  RegistryWork,
  RegistryWorkResult,
  ShownRegistry,
} from '../contract/added-registries.ts';
import type { FetchProgress } from '../contract/words.ts';
import { userFolders, WriteRefused } from '../platform/files.ts';
import { RegistryRefusal, readCopyFacts } from '../registries/copy.ts';
import { type Addition, manageRegistries, type Registries } from '../registries/manage-registries.ts';
import { openRegistryStore, type RegistryStore } from '../registries/registry-store.ts';

/**
 * Reports at most once in `pauseMs`: the first state at once, and the last one when the pause is over. `drop` forgets what
 * waits: after the end of the work it would be told too late.
 */
export function throttled<Args extends readonly unknown[]>(
  pauseMs: number,
  tell: (...args: Args) => void,
): { report(...args: Args): void; drop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let waiting: Args | undefined;
  const pause = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === undefined) return;
      const args = waiting;
      waiting = undefined;
      tell(...args);
      pause();
    }, pauseMs);
  };
  return {
    report(...args) {
      if (timer !== undefined) {
        waiting = args;
        return;
      }
      tell(...args);
      pause();
    },
    drop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = undefined;
    },
  };
}

export interface RegistryJobs {
  /** Does a piece of work. It never rejects: errors become sentences. */
  run(work: RegistryWork): Promise<RegistryWorkResult>;
  /** A preview waits to be added or discarded. */
  readonly isWaiting: boolean;
  /** Deletes a preview that was not added. */
  close(): Promise<void>;
}

const PROGRESS_MS = 250;

export function createRegistryJobs(
  onProgress: (progress: FetchProgress, name: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): RegistryJobs {
  const store = openRegistryStore(userFolders(env).data);
  const progress = throttled(PROGRESS_MS, onProgress);
  let addition: Addition | undefined;

  async function discard(): Promise<void> {
    await addition?.discard();
    addition = undefined;
  }

  async function perform(work: RegistryWork, registries: Registries): Promise<RegistryWorkResult> {
    switch (work.do) {
      case 'list':
        // What a killed process left can wait, the list can't.
        if (existsSync(store.folder)) await registries.tidy().catch(() => undefined);
        return listed();
      case 'prepare': {
        await discard();
        const found = await registries.prepare({ ...work, follow: false });
        if (!('add' in found)) return { done: 'same', name: found.name };
        addition = found;
        return { done: 'preview', preview: toPreview(found) };
      }
      case 'read': {
        const skill = addition?.readSkill(work.key);
        if (skill === undefined) throw new RegistryRefusal('The address has no such skill.');
        return { done: 'skill', skill };
      }
      case 'add':
        if (addition === undefined)
          throw new RegistryRefusal('No registry is ready to be added. Look inside an address first.');
        await addition.add();
        addition = undefined;
        return listed();
      case 'check':
        await checkAll(registries, work.names);
        return listed();
      case 'changes': {
        const { registry, date, skills } = await registries.changes(work.name);
        const { name, commit, update } = registry;
        return { done: 'changes', changes: { name, commit, update, date, skills } };
      }
      case 'take':
        await registries.take(work.name, work.commit);
        return listed();
      case 'remove':
        await registries.remove(work.name);
        return listed();
      case 'mode':
        await registries.setMode(work.name, work.mode);
        return listed();
      case 'order':
        await registries.order(work.names);
        return listed();
    }
  }

  async function listed(): Promise<RegistryWorkResult> {
    const registries = await Promise.all(store.list().map((one) => toShown(one, store)));
    return { done: 'list', registries };
  }

  return {
    get isWaiting() {
      return addition !== undefined;
    },
    close: discard,
    async run(work) {
      try {
        return await perform(work, manageRegistries(store, { env, onProgress: progress.report }));
      } catch (error) {
        if (error instanceof RegistryRefusal || error instanceof WriteRefused)
          return { done: 'refused', message: error.message };
        // Paths and system errors: no address, so no secret.
        return {
          done: 'refused',
          message: `The work on registries failed: ${error instanceof Error ? error.message : error}`,
        };
      } finally {
        progress.drop();
      }
    },
  };
}

/** Checks registries one after the other, and takes the updates of those that follow. */
async function checkAll(registries: Registries, names: readonly string[]): Promise<void> {
  for (const name of names) {
    // Another command may have removed it.
    if (!registries.list().some((one) => one.name === name && !one.pinned)) continue;
    const { follow, update, error } = await registries.check(name);
    if (follow && update !== null && error === null) await registries.take(name, update.commit);
  }
}

async function toShown(registry: AddedRegistry, store: RegistryStore): Promise<ShownRegistry> {
  const facts = await readCopyFacts(store.copyOf(registry, registry.commit)).catch(() => undefined);
  return { ...registry, date: facts?.date ?? null };
}

function toPreview({ registry, facts }: Addition): RegistryPreview {
  const { name, address, folder, ref, commit, pinned } = registry;
  const { date, files, bytes, skipped, skills } = facts;
  return {
    name,
    address,
    folder,
    ref,
    commit,
    pinned,
    date,
    bytes,
    skipped,
    files: Object.keys(files).length,
    skills: Object.entries(skills).map(([key, { language, risk }]) => ({ key, language, risk })),
  };
}

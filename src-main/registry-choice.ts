/** The choice of a registry: what makes a folder the served one, and which folders were served before. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import type { InspectResult } from '../src-server/contract/messages.ts';
import type { RecentRegistry, SetRegistryResult } from './contract/app-states.ts';
import type { ServiceState } from './contract/service-state.ts';
import type { Settings } from './contract/settings.ts';

interface RegistryChoiceDependencies {
  readonly home: string;
  readonly inspect: (path: string) => Promise<InspectResult>;
  readonly serve: (root: string) => Promise<ServiceState>;
}

/** Serves another folder, as the request `setRegistry` says. */
export async function setRegistry(
  deps: RegistryChoiceDependencies,
  typed: string,
): Promise<SetRegistryResult> {
  const path = expandHome(typed.trim(), deps.home);
  if (!isAbsolute(path))
    return {
      outcome: 'refused',
      path,
      message: `${path} is not a whole path.`,
      candidates: [],
      nextStep: 'Start it with / or ~, or with a drive.',
    };
  const result = await deps.inspect(normalize(path));
  if (result.outcome === 'refused') return { ...result, path };
  const message = whyNotServing(await deps.serve(result.root), result.root);
  return message === undefined
    ? { outcome: 'ok', path: result.root }
    : { outcome: 'not-serving', path: result.root, message };
}

/** Returns why the chosen folder is not served; undefined if it is. */
function whyNotServing(state: ServiceState, root: string): string | undefined {
  switch (state.phase) {
    case 'serving':
    case 'away':
      return state.folder === root ? undefined : `${state.folder} was chosen in the meantime.`;
    case 'failed':
      return state.failure.message;
    case 'restarting':
      return state.why;
    default:
      return 'It was stopped before it served.';
  }
}

export function expandHome(path: string, home: string): string {
  return /^~(?:$|[\\/])/.test(path) ? join(home, path.slice(1)) : path;
}

export function listRecent(
  { recentRegistries, registry }: Pick<Settings, 'recentRegistries' | 'registry'>,
  isThere: (path: string) => boolean,
): RecentRegistry[] {
  return recentRegistries.map((path) => ({ path, current: path === registry, reachable: isThere(path) }));
}

/** Knows which of the recent folders are there, without making anybody wait for a disk. */
export class FolderPresence {
  readonly #onChange: () => void;
  readonly #known = new Map<string, boolean>();

  /** @param onChange called when a folder came or went */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Returns what is known. A folder counts as there until it was looked at. */
  isThere(path: string): boolean {
    return this.#known.get(path) ?? true;
  }

  inspect(paths: readonly string[]): void {
    for (const path of paths) void this.#learn(path);
  }

  async #learn(path: string): Promise<void> {
    const isThere = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    const before = this.isThere(path);
    this.#known.set(path, isThere);
    if (before !== isThere) this.#onChange();
  }
}

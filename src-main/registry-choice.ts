/** Choosing what is served: a folder is looked into first, and nothing changes where it is no registry. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, normalize } from 'node:path';
import type { InspectResult } from '../src-server/contract/messages.ts';
import type { RecentRegistry, SetRegistryResult } from './ipc/contract.ts';
import type { Settings } from './settings/settings.ts';

export interface RegistryChoiceDependencies {
  readonly home: string;
  readonly inspect: (path: string) => Promise<InspectResult>;
  /** Remembers it and serves it; resolves when that has begun. */
  readonly serve: (root: string) => Promise<void>;
}

/** Takes `~/…` and absolute paths. */
export async function setRegistry(
  deps: RegistryChoiceDependencies,
  typed: string,
): Promise<SetRegistryResult> {
  const path = expandHome(typed.trim(), deps.home);
  if (!isAbsolute(path))
    return refused(path, `${path} is not a whole path.`, 'Start it with / or ~, or with a drive.');
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    return refused(path, `There is no folder ${path}.`, 'Check the spelling, or choose it by the button.');
  const folder = found.isDirectory() ? path : join(path, '..');
  const result = await deps.inspect(normalize(folder));
  if (result.outcome === 'refused') return { ...result, path };
  await deps.serve(result.root);
  return { outcome: 'ok', path: result.root };
}

export function expandHome(path: string, home: string): string {
  return /^~(?:$|[\\/])/.test(path) ? join(home, path.slice(1)) : path;
}

/** The remembered folders with what is so now. A folder on a sleeping disk must not hold up the menu. */
export async function lookAtRecent({
  recentRegistries,
  registry,
  lastServed,
}: Pick<Settings, 'recentRegistries' | 'registry' | 'lastServed'>): Promise<RecentRegistry[]> {
  return Promise.all(
    recentRegistries.map(async (path) => {
      const served = lastServed[path];
      return {
        path,
        current: path === registry,
        reachable: await isReachable(path),
        ...(served === undefined ? {} : { served }),
      };
    }),
  );
}

const LOOK_TIMEOUT_MS = 1_000;

async function isReachable(path: string): Promise<boolean> {
  const look = stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, LOOK_TIMEOUT_MS, false);
  });
  return Promise.race([look, tooLong]).finally(() => clearTimeout(timer));
}

function refused(path: string, message: string, nextStep: string): SetRegistryResult {
  return { outcome: 'refused', path, message, nextStep, candidates: [] };
}

/** Choosing what is served: a folder is looked into first, and nothing changes where it is no registry. */
import { isAbsolute, join, normalize } from 'node:path';
import type { InspectResult } from '../src-server/contract/messages.ts';
import type { RecentRegistry, SetRegistryResult } from './contract/desktop-bridge.ts';
import type { Settings } from './contract/settings.ts';

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
  // Only that process looks at it: a disk that doesn't answer must not hold up this one.
  const result = await deps.inspect(normalize(path));
  if (result.outcome === 'refused') return { ...result, path };
  await deps.serve(result.root);
  return { outcome: 'ok', path: result.root };
}

export function expandHome(path: string, home: string): string {
  return /^~(?:$|[\\/])/.test(path) ? join(home, path.slice(1)) : path;
}

/** The remembered folders, with what each held when it was served last. */
export function listRecent(
  { recentRegistries, registry, lastServed }: Pick<Settings, 'recentRegistries' | 'registry' | 'lastServed'>,
  isThere: (path: string) => boolean,
): RecentRegistry[] {
  return recentRegistries.map((path) => {
    const served = lastServed[path];
    return {
      path,
      current: path === registry,
      reachable: isThere(path),
      ...(served === undefined ? {} : { served }),
    };
  });
}

function refused(path: string, message: string, nextStep: string): SetRegistryResult {
  return { outcome: 'refused', path, message, nextStep, candidates: [] };
}

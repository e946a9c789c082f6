import type { MatchResponse } from '../../contract/api/match.ts';
import type { ProjectPackage } from '../../contract/api/project.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { askMatches } from '../../projects/match/ask-matches.ts';
import { buildMatchIndex, matchPackages } from '../../projects/match/match-packages.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import type { CliIo } from '../cli-io.ts';
import {
  type AnsweringRegistry,
  type AskedService,
  type RegistryAccess,
  withOwnService,
} from '../target/asked-service.ts';
import type { ChosenRegistry } from '../target/choose-registry.ts';
import { locateOrFail } from '../target/locate-or-fail.ts';

export interface MatchSource extends AnsweringRegistry {
  match(packages: readonly ProjectPackage[]): Promise<MatchResponse>;
  /** Undefined if unreadable. */
  safetyOf(key: string): Promise<string | undefined>;
}

/** Reads single unserved folders directly: no text index needed. */
export const MATCH_ACCESS: RegistryAccess<MatchSource> = { served, opened };

function served(service: AskedService): MatchSource {
  return {
    ...service,
    match: (packages) => askMatches(packages, service),
    safetyOf: (key) => service.get(`/v1/skills/${encodePath(key)}/safety`).catch(() => undefined),
  };
}

async function opened<T>(
  chosen: ChosenRegistry,
  io: CliIo,
  work: (source: MatchSource) => Promise<T>,
): Promise<T> {
  const { path, layers = [] } = chosen;
  if (layers.length > 1 || layers.some((choice) => 'allAdded' in choice))
    return withOwnService(chosen, io, (service) => work(served(service)));
  const location = await locateOrFail(path, io.cwd);
  const snapshot = readRegistry(location);
  const index = buildMatchIndex(snapshot.skills.values());
  return work({
    registry: location.root,
    match: async (packages) => matchPackages(packages, index),
    async safetyOf(key) {
      return snapshot.skills.get(key)?.texts.get('safety.md');
    },
  });
}

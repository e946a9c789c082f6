import { ApiError } from '../contract/api/error-codes.ts';
import type { MatchResponse } from '../contract/api/match.ts';
import { MalformedPackage, readAskedPackages } from '../projects/match/asked-packages.ts';
import { buildMatchIndex, type MatchIndex } from '../projects/match/match-index.ts';
import { matchPackages } from '../projects/match/match-packages.ts';
import type { SkillIdentity } from '../projects/match/skill-identity.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistrySnapshot } from '../registry/snapshot.ts';
import { runInSlices } from '../run-in-slices.ts';

type Match = (body: unknown, signal: AbortSignal | undefined) => Promise<MatchResponse>;

/** The index is built with the first question after a change. */
export function matchOver(registry: Registry): Match {
  const identities = new WeakMap<object, SkillIdentity>();
  const indexes = new WeakMap<RegistrySnapshot['skills'], Promise<MatchIndex>>();
  return async (body, signal) => {
    const { skills } = registry.snapshot();
    try {
      const packages = await runInSlices(readAskedPackages(body), signal);
      const index = indexes.get(skills) ?? runInSlices(buildMatchIndex(skills.values(), identities));
      indexes.set(skills, index);
      return await runInSlices(matchPackages(packages, await index), signal);
    } catch (error) {
      if (error instanceof MalformedPackage) throw new ApiError('bad_request', error.message);
      throw error;
    }
  };
}

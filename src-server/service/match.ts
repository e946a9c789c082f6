import { ApiError } from '../contract/api/error-codes.ts';
import type { MatchResponse } from '../contract/api/match.ts';
import { MalformedPackage, readAskedPackages } from '../projects/match/asked-packages.ts';
import type { MatchIndex } from '../projects/match/match-package.ts';
import { buildMatchIndex, matchPackages } from '../projects/match/match-packages.ts';
import type { Registry } from '../registry/registry.ts';
import type { RegistrySnapshot } from '../registry/snapshot.ts';

type Match = (body: unknown) => Promise<MatchResponse>;

/** The index is built with the first question after a change. */
export function matchOver(registry: Registry): Match {
  const indexes = new WeakMap<RegistrySnapshot['skills'], MatchIndex>();
  return async (body) => {
    const { skills } = registry.snapshot();
    try {
      const packages = readAskedPackages(body);
      const index = indexes.get(skills) ?? buildMatchIndex(skills.values());
      indexes.set(skills, index);
      return matchPackages(packages, index);
    } catch (error) {
      if (error instanceof MalformedPackage) throw new ApiError('bad_request', error.message);
      throw error;
    }
  };
}

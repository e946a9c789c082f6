import { ApiError } from '../contract/api/error-codes.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** Stands where no registry can be served now: whatever is asked of it throws `registry_unavailable` and says why. */
export function absentRegistry(why: string): ServedRegistry {
  const fail = (): never => {
    throw new ApiError('registry_unavailable', why);
  };
  return {
    get live() {
      return fail();
    },
    get problems() {
      return fail();
    },
    get tokens() {
      return fail();
    },
    get checker() {
      return fail();
    },
    get reports() {
      return fail();
    },
    search: fail,
    matchIndex: async () => fail(),
    status: fail,
  };
}

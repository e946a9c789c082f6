import { ApiError } from '../contract/api/error-codes.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** Every access throws `registry_unavailable` with the reason. */
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
    followStatus: fail,
  };
}

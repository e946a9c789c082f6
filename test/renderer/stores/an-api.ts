/** A service of which a test says what it answers. */
import type { ApiClient } from '../../../src-renderer/api/api-client.ts';

const never = () => new Promise<never>(() => {});

/** Nothing is ever answered but what `own` answers. */
export function anApi(own: Partial<ApiClient> = {}): ApiClient {
  return {
    ...{ index: never, diagnostics: never, skill: never, section: never },
    search: never,
    ...{ find: never, checkAgain: never, lines: never, tokens: never, match: never },
    ...{ checkSubmission: never, submit: never },
    ...own,
  };
}

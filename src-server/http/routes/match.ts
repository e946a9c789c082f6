import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_MATCH_BYTES } from '../../contract/limits.ts';
import { matchResponse } from '../../contract/schemas/match.ts';
import { matchRequest } from '../../contract/schemas/queries.ts';
import {
  type AskedPackage,
  MalformedPackage,
  readAskedPackages,
} from '../../projects/match/asked-packages.ts';
import { matchPackages } from '../../projects/match/match-packages.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { readJson } from '../read-body.ts';
import { BODY_ERRORS, callerGone, defineRoute, type Route } from '../route.ts';
import { sendJson } from '../send.ts';

export function matchRoute(served: ServedRegistry): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/match',
    id: 'matchPackages',
    summary: 'The skills about a project’s packages',
    description: 'At most 5,000 packages and 2 MiB.',
    tag: 'search',
    body: matchRequest,
    responses: { 200: { description: 'Direct packages first.', schema: matchResponse } },
    errors: BODY_ERRORS,
    async handle({ request, response, record }) {
      served.live.snapshot();
      const body = await readJson({ request, response }, MAX_MATCH_BYTES);
      const signal = callerGone(response);
      const packages = await readPackages(body, signal);
      const matched = await runInSlices(matchPackages(packages, await served.matchIndex()), signal);
      const { counts } = matched;
      record({ target: `${counts.packages} packages`, results: counts.exact + counts.repository });
      sendJson(response, matched);
    },
  });
}

/** Rejects with `bad_request`, naming the entry. */
async function readPackages(body: unknown, signal: AbortSignal): Promise<readonly AskedPackage[]> {
  try {
    return await runInSlices(readAskedPackages(body), signal);
  } catch (error) {
    if (error instanceof MalformedPackage) throw new ApiError('bad_request', error.message);
    throw error;
  }
}

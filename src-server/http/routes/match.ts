import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_MATCH_BYTES } from '../../contract/api/limits.ts';
import type { MatchResponse } from '../../contract/api/match.ts';
import {
  type AskedPackage,
  MalformedPackage,
  readAskedPackages,
} from '../../projects/match/asked-packages.ts';
import { matchPackages } from '../../projects/match/match-packages.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { callerGone } from '../caller-gone.ts';
import { type JsonParser, jsonParser, readJson } from '../read-json.ts';
import { sendJsonBytes } from '../respond.ts';
import type { Route } from '../route.ts';

/** `POST /v1/match`: the skills about a project's packages. */
export function matchRoute(served: ServedRegistry): Route {
  let parser: Promise<JsonParser> | undefined;
  return {
    method: 'POST',
    path: '/v1/match',
    async handle(request, response, tell) {
      served.live.snapshot();
      parser ??= jsonParser(MAX_MATCH_BYTES);
      const body = await readJson(await parser, request, response);
      const signal = callerGone(response);
      const packages = await readPackages(body, signal);
      const index = await served.matchIndex();
      const matched = await runInSlices(matchPackages(packages, index), signal);
      const { counts } = matched;
      tell({ target: `${counts.packages} packages`, results: counts.exact + counts.repository });
      sendJsonBytes(response, await runInSlices(encodeMatches(matched), signal));
    },
  };
}

/** Rejects with `bad_request`, which names the entry that is malformed. */
async function readPackages(body: unknown, signal: AbortSignal): Promise<readonly AskedPackage[]> {
  try {
    return await runInSlices(readAskedPackages(body), signal);
  } catch (error) {
    if (error instanceof MalformedPackage) throw new ApiError('bad_request', error.message);
    throw error;
  }
}

/** The answer in UTF-8. Yields nothing but turns for others. */
function* encodeMatches({ packages, counts }: MatchResponse): Generator<void, Buffer> {
  const rows: string[] = [];
  for (const row of packages) {
    rows.push(JSON.stringify(row));
    yield;
  }
  return Buffer.from(`{"packages":[${rows.join(',')}],"counts":${JSON.stringify(counts)}}`);
}

import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_MATCH_BYTES } from '../../contract/api/limits.ts';
import {
  type AskedPackage,
  MalformedPackage,
  readAskedPackages,
} from '../../projects/match/asked-packages.ts';
import { matchPackages } from '../../projects/match/match-packages.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { callerGone } from '../caller-gone.ts';
import { parseJsonBody, readJsonText, type TextParser, textParser } from '../read-json.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

export function matchRoute(served: ServedRegistry): Route {
  let parser: Promise<TextParser> | undefined;
  return {
    method: 'POST',
    path: '/v1/match',
    async handle(request, response, record) {
      served.live.snapshot();
      parser ??= textParser(MAX_MATCH_BYTES);
      const text = await readJsonText(await parser, request, response);
      const signal = callerGone(response);
      const packages = await readPackages(parseJsonBody(text), signal);
      const matched = await runInSlices(matchPackages(packages, await served.matchIndex()), signal);
      const { counts } = matched;
      record({ target: `${counts.packages} packages`, results: counts.exact + counts.repository });
      sendJson(response, matched);
    },
  };
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

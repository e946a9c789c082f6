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
import type { AnswerBudget } from '../answer-budget.ts';
import { callerGone } from '../caller-gone.ts';
import { parseJsonBody, readJsonText, type TextParser, textParser } from '../read-json.ts';
import { sendJsonBytes } from '../respond.ts';
import type { Route } from '../route.ts';

/** Worst case of parsed bytes per character, mostly brackets. */
const PARSED_SIZE = 32;

export function matchRoute(served: ServedRegistry, budget: AnswerBudget): Route {
  let parser: Promise<TextParser> | undefined;
  return {
    method: 'POST',
    path: '/v1/match',
    async handle(request, response, record) {
      served.live.snapshot();
      parser ??= textParser(MAX_MATCH_BYTES);
      const text = await readJsonText(await parser, request, response);
      const signal = callerGone(response);
      const match = async () => {
        const packages = await readPackages(parseJsonBody(text), signal);
        const index = await served.matchIndex();
        const matched = await runInSlices(matchPackages(packages, index), signal);
        const { counts } = matched;
        record({ target: `${counts.packages} packages`, results: counts.exact + counts.repository });
        return runInSlices(encodeMatches(matched), signal);
      };
      sendJsonBytes(response, await budget.make(text.length * PARSED_SIZE, match, signal));
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

/** Works in slices. */
function* encodeMatches({ packages, counts }: MatchResponse): Generator<void, Buffer> {
  const rows: string[] = [];
  for (const row of packages) {
    rows.push(JSON.stringify(row));
    yield;
  }
  return Buffer.from(`{"packages":[${rows.join(',')}],"counts":${JSON.stringify(counts)}}`);
}

import type { MatchedPackage, MatchResponse } from '../../contract/api/match.ts';
import type { ProjectPackage } from '../project-packages.ts';
import { MAX_ASKED_PACKAGES } from './asked-packages.ts';
import { countMatches } from './match-packages.ts';

/** A service that is asked for bodies of JSON. */
export interface AskingService {
  /** Rejects where the answer is an error. */
  get(path: string): Promise<string>;
  post(path: string, json: string): Promise<string>;
}

/** Characters of one request; some of them take two bytes or more. */
const REQUEST_CHARACTERS = 1_000_000;

/** Asks a service for the skills of a project's packages, in as many requests as it takes. */
export async function askMatches(
  packages: readonly ProjectPackage[],
  service: Pick<AskingService, 'post'>,
): Promise<MatchResponse> {
  const rows: MatchedPackage[] = [];
  for (const part of requestParts(packages)) {
    const answer = JSON.parse(
      await service.post('/v1/match', JSON.stringify({ packages: part })),
    ) as MatchResponse;
    rows.push(...answer.packages);
  }
  return mergedMatches(rows);
}

/** The packages of one request each: as many as a request may have, within its size. */
export function* requestParts(packages: readonly ProjectPackage[]): Generator<readonly ProjectPackage[]> {
  let part: ProjectPackage[] = [];
  let length = 0;
  for (const each of packages) {
    const size = JSON.stringify(each).length;
    if (part.length === MAX_ASKED_PACKAGES || (part.length > 0 && length + size > REQUEST_CHARACTERS)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(each);
    length += size;
  }
  if (part.length > 0) yield part;
}

/** The rows of several answers as one, direct packages first. */
export function mergedMatches(rows: readonly MatchedPackage[]): MatchResponse {
  const sorted = [...rows.filter(({ direct }) => direct), ...rows.filter(({ direct }) => !direct)];
  return { packages: sorted, counts: countMatches(sorted) };
}

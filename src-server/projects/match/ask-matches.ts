import type { MatchedPackage, MatchResponse } from '../../contract/api/match.ts';
import type { ProjectPackage } from '../../contract/api/project.ts';
import { MAX_ASKED_PACKAGES } from './asked-packages.ts';
import { mergedMatches } from './match-packages.ts';

export interface ServiceClient {
  /** Rejects error answers. */
  get(path: string): Promise<string>;
  post(path: string, json: string): Promise<string>;
}

/** Some take several bytes. */
const REQUEST_CHARACTERS = 1_000_000;

export async function askMatches(
  packages: readonly ProjectPackage[],
  service: Pick<ServiceClient, 'post'>,
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

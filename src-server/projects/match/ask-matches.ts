import type { MatchedPackage, MatchResponse } from '../../contract/api/match.ts';
import type { ProjectPackage } from '../../contract/api/project.ts';
import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import { MAX_ASKED_PACKAGES } from './asked-packages.ts';
import { mergedMatches } from './match-packages.ts';

/** Some take several bytes. */
const REQUEST_CHARACTERS = 1_000_000;

export async function askMatches(
  packages: readonly ProjectPackage[],
  queries: Pick<ServiceQueries, 'match'>,
): Promise<MatchResponse> {
  const rows: MatchedPackage[] = [];
  for (const part of requestParts(packages)) {
    const { packages: matched } = await queries.match({ packages: part });
    rows.push(...matched);
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

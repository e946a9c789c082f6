import type { MatchCounts, MatchedPackage, MatchResponse } from '../../contract/api/match.ts';
import { MAX_ASKED_PACKAGES } from '../../projects/match/asked-packages.ts';
import { countMatches } from '../../projects/match/match-packages.ts';
import type { ProjectPackage, UnreadFile } from '../../projects/project-packages.ts';
import type { AskedService } from '../target/asked-service.ts';

/** What `skills-registry match --json` prints. */
export interface MatchReport {
  /** The project's folder, absolute. */
  readonly project: string;
  /** Folders of the registries that were asked. */
  readonly registries: readonly string[];
  /** Direct ones first. */
  readonly packages: readonly MatchedPackage[];
  readonly unread: readonly UnreadFile[];
  readonly counts: MatchCounts;
}

/** The skills of packages, direct ones first. */
export type Matches = Pick<MatchReport, 'packages' | 'counts'>;

/** Characters of one request; some of them take two bytes or more. */
const REQUEST_CHARACTERS = 1_000_000;

/** Asks a service for the skills of a project's packages, in as many requests as it takes. */
export async function askMatches(
  packages: readonly ProjectPackage[],
  service: Pick<AskedService, 'post'>,
): Promise<Matches> {
  const rows: MatchedPackage[] = [];
  for (const body of requestBodies(packages)) {
    const answer = JSON.parse(await service.post('/v1/match', body)) as MatchResponse;
    rows.push(...answer.packages);
  }
  const sorted = [...rows.filter(({ direct }) => direct), ...rows.filter(({ direct }) => !direct)];
  return { packages: sorted, counts: countMatches(sorted) };
}

function* requestBodies(packages: readonly ProjectPackage[]): Generator<string> {
  let entries: string[] = [];
  let length = 0;
  for (const each of packages) {
    const entry = JSON.stringify(each);
    if (
      entries.length === MAX_ASKED_PACKAGES ||
      (entries.length > 0 && length + entry.length > REQUEST_CHARACTERS)
    ) {
      yield `{"packages":[${entries.join(',')}]}`;
      entries = [];
      length = 0;
    }
    entries.push(entry);
    length += entry.length;
  }
  if (entries.length > 0) yield `{"packages":[${entries.join(',')}]}`;
}

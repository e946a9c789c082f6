import { useEffect, useRef } from 'react';
import type { MatchedPackage, MatchResponse } from '../../../src-server/contract/api/match.ts';
import type { ReadProject } from '../../../src-server/contract/api/project.ts';
import { mergedMatches, requestParts } from '../../../src-server/projects/match/ask-matches.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { Answer } from '../../api/api-transport.ts';
import type { ReadState } from '../../folders/shown-project.ts';
import type { Resource } from '../../stores/resource.ts';
import { useResource, useStores } from '../../stores/use-stores.tsx';

/** Milliseconds. 25,000 packages take five seconds on slow computers. */
const WAIT_MS = 60_000;

/** Repeats per snapshot, meanwhile retains the folder's last answer. */
export function useMatches({ folder, project, turn }: ReadState): Resource<MatchResponse> {
  const { api } = useStores();
  const asked = useResource(`match ${turn}`, (signal) => askForMatches(api, project, signal), WAIT_MS);
  const last = useRef<{ readonly folder: string; readonly matches: Resource<MatchResponse> }>(undefined);
  useEffect(() => {
    if (asked.value !== undefined) last.current = { folder, matches: asked };
  }, [folder, asked]);
  const isNew = asked.state === 'loading' && last.current?.folder === folder;
  return isNew ? (last.current?.matches ?? asked) : asked;
}

export async function askForMatches(
  api: Pick<ApiClient, 'match'>,
  { packages }: Pick<ReadProject, 'packages'>,
  signal: AbortSignal,
): Promise<Answer<MatchResponse>> {
  const rows: MatchedPackage[] = [];
  let tookMs = 0;
  for (const part of requestParts(packages)) {
    const answer = await api.match(part, signal);
    if (!answer.ok) return answer;
    rows.push(...answer.value.packages);
    tookMs += answer.tookMs;
  }
  return { ok: true, value: mergedMatches(rows), tookMs };
}

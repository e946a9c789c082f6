import type { ApiClient } from '../api/api-client.ts';
import type { Answer } from '../api/api-transport.ts';
import { hasService } from '../host.ts';
import { useResource, useStores } from '../stores/use-stores.tsx';

/** Common trouble, without library names. */
const QUESTIONS = [
  'request hangs forever without a timeout',
  'log messages are lost on exit',
  'is it safe to share between threads',
  'deadlock when two locks are taken',
  'reuse a connection for many requests',
  'memory leak when not closed',
] as const;
const MOST_SHOWN = 3;

/** Empty until known, and on an exported site, which answers no questions. */
export function useAnsweredQuestions(): readonly string[] {
  const { api } = useStores();
  return (
    useResource(hasService ? 'example questions' : undefined, (signal) => answeredQuestions(api, signal))
      ?.value ?? NONE
  );
}
const NONE: readonly string[] = [];

/** Only strongly answered: weak examples would mislead. */
export async function answeredQuestions(
  api: Pick<ApiClient, 'find'>,
  signal?: AbortSignal,
): Promise<Answer<readonly string[]>> {
  const questions: string[] = [];
  let tookMs = 0;
  for (const query of QUESTIONS) {
    if (questions.length === MOST_SHOWN) break;
    const answer = await api.find(query, 1, signal);
    if (!answer.ok) return answer;
    tookMs += answer.tookMs;
    if (answer.value.question?.strength === 'strong') questions.push(query);
  }
  return { ok: true, value: questions, tookMs };
}

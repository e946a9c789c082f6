/** Answers that a test gives when it wants. */
import type { Answer, ApiFailure } from '../../../src-renderer/api/api-transport.ts';
import { settle } from '../../main/fake-clock.ts';

export interface Asked<T> {
  readonly ask: (signal?: AbortSignal) => Promise<Answer<T>>;
  /** How often it was asked. */
  count(): number;
  /** Whether the question with this index (from 0) was ended. */
  isEnded(index: number): boolean;
  answer(index: number, value: T): Promise<void>;
  fail(index: number, failure: ApiFailure): Promise<void>;
}

export function asked<T>(): Asked<T> {
  const questions: Array<{ give: (answer: Answer<T>) => void; signal: AbortSignal | undefined }> = [];
  const give = async (index: number, answer: Answer<T>) => {
    questions[index]?.give(answer);
    await settle();
  };
  return {
    ask: (signal) => new Promise((resolve) => questions.push({ give: resolve, signal })),
    count: () => questions.length,
    isEnded: (index) => questions[index]?.signal?.aborted ?? false,
    answer: (index, value) => give(index, { ok: true, value, tookMs: 1 }),
    fail: (index, failure) => give(index, { ok: false, failure }),
  };
}

export const SILENCE: ApiFailure = { kind: 'silent', message: 'Nobody.' };
export const refused = (status: number): ApiFailure => ({ kind: 'refused', status, message: 'No.' });

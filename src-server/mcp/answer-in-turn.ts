import { MODEL_ANSWER_BYTES } from '../skill-answer/read-for-model.ts';
import type { McpDispatcher, McpMethod } from './dispatcher.ts';

/** Waits for room for `bytes`; never runs after an abort. */
export type InTurn = <T>(bytes: number, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Without skill texts. */
const SMALL: ReadonlySet<McpMethod> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'completion/complete',
]);

export function answerInTurn(dispatcher: McpDispatcher, inTurn: InTurn): McpDispatcher {
  return {
    instructions: () => dispatcher.instructions(),
    answer(method, params, client, signal) {
      const answer = () => dispatcher.answer(method, params, client, signal);
      return SMALL.has(method) ? answer() : inTurn(MODEL_ANSWER_BYTES, answer, signal);
    },
  };
}

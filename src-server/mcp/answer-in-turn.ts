import { MODEL_ANSWER_BYTES } from '../skill-answer/read-for-model.ts';
import type { McpDispatcher, McpMethod } from './dispatcher.ts';

/** Runs the work on an answer of so many bytes in its turn; never begins it once nobody waits. */
export type InTurn = <T>(bytes: number, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Methods whose answers hold no texts of skills. */
const SMALL: ReadonlySet<McpMethod> = new Set([
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'completion/complete',
]);

/** A dispatcher that makes answers with texts of skills in their turn. */
export function answerInTurn(dispatcher: McpDispatcher, inTurn: InTurn): McpDispatcher {
  return {
    instructions: () => dispatcher.instructions(),
    answer(method, params, client, signal) {
      const answer = () => dispatcher.answer(method, params, client, signal);
      return SMALL.has(method) ? answer() : inTurn(MODEL_ANSWER_BYTES, answer, signal);
    },
  };
}

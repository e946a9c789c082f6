/** Thread that checks skills, whose texts may be anything. See threaded-skill-checker.ts, which ends it in time. */
import { parentPort } from 'node:worker_threads';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { checkTexts } from '../validation/skill-checker.ts';
import type { CheckAnswer, CheckMessage } from '../validation/threaded-skill-checker.ts';

void loadTokenCounter().then((countTokens) => {
  parentPort?.on('message', ({ skill, context }: CheckMessage) => {
    try {
      answer({ kind: 'done', diagnostics: checkTexts(skill, context, countTokens) });
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      answer({ kind: 'failed', reason, isLimit: error instanceof RangeError });
    }
  });
  answer({ kind: 'ready' });
});

function answer(message: CheckAnswer): void {
  parentPort?.postMessage(message);
}

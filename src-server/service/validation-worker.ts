import { parentPort } from 'node:worker_threads';
import { reviewSubmissionText } from '../registry/model/check-submission.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { type CheckContext, checkTexts, type SkillWithTexts } from '../validation/skill-checker.ts';
import type { CheckAnswer, CheckMessage } from '../validation/threaded-skill-checker.ts';

void loadTokenCounter().then((countTokens) => {
  const checker = {
    check: async (skill: SkillWithTexts, context: CheckContext) => checkTexts(skill, context, countTokens),
  };
  parentPort?.on('message', async (message: CheckMessage) => {
    try {
      const result =
        'skill' in message
          ? checkTexts(message.skill, message.context, countTokens)
          : await reviewSubmissionText(message.submission, { ...message.context, checker });
      answer({ kind: 'done', result });
    } catch (error) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      answer({ kind: 'failed', reason, isLimit: error instanceof RangeError });
    }
  });
});

function answer(message: CheckAnswer): void {
  parentPort?.postMessage(message);
}

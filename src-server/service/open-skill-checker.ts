import { compiledWorker } from '../built-files.ts';
import { reviewSubmissionText } from '../registry/model/check-submission.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { checkerHere, type SkillChecker } from '../validation/skill-checker.ts';
import type { SubmissionReviewer } from '../validation/submission-review.ts';
import { type ThreadedCheckerOptions, ThreadedSkillChecker } from '../validation/threaded-skill-checker.ts';

/** Without threads when run from source. */
export function openSkillChecker(
  options: Omit<ThreadedCheckerOptions, 'workerUrl'> = {},
): SkillChecker & SubmissionReviewer {
  const workerUrl = compiledWorker('validation-worker');
  return workerUrl === undefined ? reviewerHere() : new ThreadedSkillChecker({ workerUrl, ...options });
}

function reviewerHere(): SkillChecker & SubmissionReviewer {
  const checker = checkerHere(loadTokenCounter);
  return { ...checker, review: (text, context) => reviewSubmissionText(text, { ...context, checker }) };
}

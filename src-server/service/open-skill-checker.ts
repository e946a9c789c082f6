import { reviewSubmissionText } from '../registry/write/check-submission.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import type { SubmissionReviewer } from '../validation/submission-review.ts';

/** Rules are bounded, so that submissions are checked on this thread. */
export const submissionReviewer: SubmissionReviewer = {
  async review(text, context) {
    return reviewSubmissionText(text, { ...context, countTokens: await loadTokenCounter() });
  },
};

import { ApiError } from '../contract/api/error-codes.ts';
import type { ProposeSkill } from '../http/routes/submit.ts';
import { Semaphore } from '../semaphore.ts';

/** Running and waiting. A push takes seconds. */
export const MOST_PROPOSALS = 8;

/** One push at a time. */
export function skillProposals(url: string): ProposeSkill {
  const turns = new Semaphore(1);
  let pending = 0;
  return async (submission, { layout, skillsFolder }, signal) => {
    if (layout !== 'registry' && layout !== 'flat')
      throw new ApiError('submissions_off', 'This folder belongs to a library and accepts no other skills.');
    if (pending >= MOST_PROPOSALS)
      throw new ApiError('busy', 'Other skills are being pushed. Try again in a few seconds.');
    pending += 1;
    try {
      return await turns.take(async () => {
        const { proposeSkill } = await import('../registries/propose-skill.ts');
        return proposeSkill(submission, { url, skillsFolder, env: process.env, signal });
      }, signal);
    } finally {
      pending -= 1;
    }
  };
}

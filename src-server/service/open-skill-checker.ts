import { compiledWorker } from '../built-files.ts';
import { loadTokenCounter } from '../tokens/count-tokens.ts';
import { checkerHere, type SkillChecker } from '../validation/skill-checker.ts';
import { type ThreadedCheckerOptions, ThreadedSkillChecker } from '../validation/threaded-skill-checker.ts';

/** Checks skills in threads of their own; in this one when running from source. */
export function openSkillChecker(options: Omit<ThreadedCheckerOptions, 'workerUrl'> = {}): SkillChecker {
  const workerUrl = compiledWorker('validation-worker');
  return workerUrl === undefined
    ? checkerHere(loadTokenCounter)
    : new ThreadedSkillChecker({ workerUrl, ...options });
}

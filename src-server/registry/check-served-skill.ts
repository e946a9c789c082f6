import { setTimeout as pause } from 'node:timers/promises';
import type { RegistryLayout } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { SkillChecker } from '../validation/skill-checker.ts';
import { checkWholeSkill } from './check-whole-skill.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { Skill } from './model/skill.ts';
import { readSkillTexts } from './read-skill-texts.ts';
import type { ToldFindings } from './told-findings.ts';

/** Submissions that fill the checker's queue go first; then it is tried again after this long, in milliseconds. */
const BUSY_PAUSE_MS = 200;

export interface ServedCheckOptions {
  readonly live: Pick<LiveRegistry, 'read' | 'refresh'>;
  readonly checker: Pick<SkillChecker, 'check'>;
  readonly logger: Logger;
  readonly layout: RegistryLayout;
  /** What the quick rules say of it: told where the check itself fails. */
  readonly quick: readonly Diagnostic[];
  readonly signal: AbortSignal;
}

/** What a check came to. */
export type CheckedSkill = Pick<ToldFindings, 'told' | 'isWhole'>;

/**
 * Reads the texts of a skill that is served, and applies every rule to it. Undefined where it has to be checked again: the
 * checker has too much to do, or `signal` was aborted. A check that fails is a finding.
 */
export async function checkServedSkill(
  skill: Skill,
  { live, checker, logger, layout, quick, signal }: ServedCheckOptions,
): Promise<CheckedSkill | undefined> {
  try {
    const read = await readSkillTexts(skill, (requests) => live.read(requests));
    // Where the folder is another one by now, its check is on its way.
    if (read.isStale) await live.refresh(skill);
    const told = await checkWholeSkill(read, checker, { layout, now: new Date() }, { signal });
    return { told, isWhole: read.isWhole };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof ApiError && error.code === 'busy') {
      await pause(BUSY_PAUSE_MS, undefined, { signal }).catch(() => {});
      return undefined;
    }
    logger.error('A skill could not be checked.', { skill: skill.key, error: String(error) });
    const place = { skillKey: skill.key, ...(skill.folder !== '' && { file: skill.folder }) };
    const message = 'The skill could not be checked, because the check failed; the log says why.';
    return { told: [...quick, diagnose('check-unfinished', message, place)], isWhole: false };
  }
}

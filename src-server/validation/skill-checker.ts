import type { RegistryLayout } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { checkSkill } from './check-skill.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { MANIFEST_FILE } from './finding.ts';
import { withPositions } from './locate-diagnostics.ts';

/** A skill with its texts, as plain data that passes between threads. */
export interface SkillWithTexts extends Omit<CheckedSkill, 'readText'> {
  /**
   * By path; skill.json is among them. Bytes are UTF-8, and are made a text where they are checked. What isn't here
   * wasn't read, and nothing is said about it.
   */
  readonly texts: Readonly<Record<string, string | Uint8Array>>;
}

/** What the rules need to know beside the skill. */
export interface CheckContext {
  readonly layout: RegistryLayout;
  readonly now: Date;
}

export interface CheckOptions {
  /** Nobody waits any more: a check that hasn't begun is left, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Checks skills by every rule, where texts of strangers can do no harm. */
export interface SkillChecker {
  /**
   * Everything the rules say of a skill, with line and column. Rejects with `CheckUnfinishedError` where that takes too
   * long or too much memory, with `ApiError` `overloaded` where too many wait.
   */
  check(skill: SkillWithTexts, context: CheckContext, options?: CheckOptions): Promise<readonly Diagnostic[]>;
  close(): Promise<void>;
}

/** A skill that could not be checked to its end. */
export class CheckUnfinishedError extends Error {
  /** @param limit what was exceeded, such as `10 s` */
  constructor(limit: string) {
    super(`The skill could not be checked within ${limit}.`);
    this.name = 'CheckUnfinishedError';
  }
}

/** Applies every rule, in this thread and to the end. */
export function checkTexts(
  { texts, ...skill }: SkillWithTexts,
  context: CheckContext,
  countTokens: (text: string) => TokenCount,
): Diagnostic[] {
  const readText = readerOf(texts);
  const manifestFile = skill.folder === '' ? MANIFEST_FILE : `${skill.folder}/${MANIFEST_FILE}`;
  const found = checkSkill({ ...skill, readText }, { ...context, countTokens });
  return withPositions(found, (file) => (file === manifestFile ? readText(MANIFEST_FILE) : undefined));
}

/** Each text is decoded once, without a byte order mark. */
function readerOf(texts: SkillWithTexts['texts']): (path: string) => string | undefined {
  const decoder = new TextDecoder();
  const decoded = new Map<string, string>();
  return (path) => {
    const text = decoded.get(path) ?? (Object.hasOwn(texts, path) ? texts[path] : undefined);
    if (text === undefined || typeof text === 'string') return text;
    const whole = decoder.decode(text);
    decoded.set(path, whole);
    return whole;
  };
}

/** For when there is no compiled thread, that is when running from source: no deadline, no limit. */
export function checkerHere(loadCounter: () => Promise<(text: string) => TokenCount>): SkillChecker {
  let counter: ReturnType<typeof loadCounter> | undefined;
  return {
    async check(skill, context, { signal } = {}) {
      signal?.throwIfAborted();
      counter ??= loadCounter();
      return checkTexts(skill, context, await counter);
    },
    close: async () => {},
  };
}

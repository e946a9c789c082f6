import type { RegistryLayout } from '../contract/api/api.ts';
import type { TokenCount } from '../contract/api/token-count.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { checkSkill } from './check-skill.ts';
import type { CheckedSkill } from './checked-skill.ts';
import { MANIFEST_FILE } from './finding.ts';
import { withPositions } from './locate-diagnostics.ts';

export const CHECK_DEADLINE_MS = 10_000;

export interface SkillWithTexts extends Omit<CheckedSkill, 'readText'> {
  /** By path, with skill.json. Bytes are UTF-8. Rules skip missing texts. */
  readonly texts: Readonly<Record<string, string | Uint8Array>>;
}

export interface CheckContext {
  readonly layout: RegistryLayout;
  readonly now: Date;
}

/** Safe for untrusted texts. */
export interface SkillChecker {
  /**
   * Rejects with `CheckUnfinishedError` beyond limits of time or memory, and `ApiError` `busy` with too many
   * waiting checks.
   */
  check(skill: SkillWithTexts, context: CheckContext): Promise<readonly Diagnostic[]>;
  close(): Promise<void>;
}

export class CheckUnfinishedError extends Error {
  /** @param limit example: `10 s` */
  constructor(limit: string) {
    super(`The skill could not be checked within ${limit}.`);
    this.name = 'CheckUnfinishedError';
  }
}

/** In this thread, without limits. */
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

/** Decodes once, without byte order mark. */
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

/** From source: no thread, no limits. */
export function checkerHere(loadCounter: () => Promise<(text: string) => TokenCount>): SkillChecker {
  let counter: ReturnType<typeof loadCounter> | undefined;
  return {
    async check(skill, context) {
      counter ??= loadCounter();
      return checkTexts(skill, context, await counter);
    },
    close: async () => {},
  };
}

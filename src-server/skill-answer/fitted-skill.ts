import { printable } from '../contract/words/printable.ts';
import type { MatchIndex } from '../projects/match/match-index.ts';
import { skillIdentity } from '../projects/match/skill-identity.ts';
import { versionDrift } from '../projects/match/version-drift.ts';
import type { Skill } from '../registry/model/skill.ts';
import { readSkillContents, type SkillContents } from '../registry/skill-texts.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { skillWarning } from '../validation/foreign-code.ts';
import { markFor, registryName } from './answer-origin.ts';
import { type AnswersFirst, putAnswersFirst } from './answering-sections.ts';
import { type DescribedSkill, describeSkill, descriptionLine } from './described-skill.ts';
import { type FittedAnswer, fitAnswer } from './fit-answer.ts';
import { isTrustWrong } from './is-trust-wrong.ts';
import { importantPaths, measureFiles } from './measure-files.ts';
import { MODEL_TEXT_BYTES } from './read-for-model.ts';

export const DEFAULT_SKILL_TOKENS = 3_000;
/**
 * Smaller budgets omit type, compatibility, dependencies, order and tags: 70 tokens, as much as a safety
 * rule.
 */
const FACTS_FROM_TOKENS = 2_000;

interface SkillRequest {
  /** Matching sections come first. */
  readonly query?: string | undefined;
  /** Of the library in the caller's project. */
  readonly version?: string | undefined;
  readonly budget?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Text within the budget, pitfalls and safety rules first. Throws like `readSkillContents`. */
export async function fittedSkill(
  served: ServedRegistry,
  key: string,
  { query, version, budget = DEFAULT_SKILL_TOKENS, signal }: SkillRequest,
): Promise<FittedAnswer> {
  const contents = await readSkillContents(served.live, key, {
    maxBytes: MODEL_TEXT_BYTES,
    order: importantPaths,
  });
  signal?.throwIfAborted();
  const { snapshot, skill, omitted } = contents;
  const count = (texts: readonly string[]) => served.tokens.count(texts, { ...(signal && { signal }) });
  const countOne = async (text: string) => (await count([text]))[0] ?? 0;
  const mark = markFor(contents.texts.values());
  const measured = await measureFiles(contents, mark, count, signal);
  const { answers, files, note }: AnswersFirst =
    query === undefined ? { ...measured, answers: [] } : putAnswersFirst(measured, { query, budget, mark });
  const described = describeSkill(snapshot, skill, { withoutClaims: isTrustWrong(served, key) });
  const head = [
    headOf(described, skillWarning(key, contents.texts), {
      registry: registryName(snapshot, key),
      budget,
    }),
    ...(version === undefined ? [] : [versionLine(contents, version, await served.matchIndex())]),
    ...(note === undefined ? [] : [note]),
  ].join('\n\n');
  const parts = {
    key,
    head,
    mark,
    answers,
    facts: measured.facts,
    longForms: measured.longForms,
    hasLarge: [...skill.files.values()].some(({ size }) => size > MODEL_TEXT_BYTES),
    unlisted: unlistedFiles(skill),
    unreadable: omitted.flatMap(({ cause, reason }) => (cause === 'unreadable' ? [reason] : [])),
  };
  return fitAnswer(files, parts, budget, countOne);
}

/** `^5.10.0` begins at 5.10.0. */
const RANGE_MARKS = /^[\^~<>=\s]+/;

const DRIFT_WORDS = {
  none: '',
  minor: ' Another 0.x version: some of it may not hold.',
  major: ' Another major version: some of it may not hold.',
  unknown: ' How far the two are apart is unknown.',
} as const;

function versionLine(
  { snapshot, skill }: SkillContents,
  used: string,
  { placeholderVersion }: MatchIndex,
): string {
  const entry = snapshot.entries.get(skill.key);
  const { version: named, versions } = skillIdentity({ key: skill.key, manifest: skill.manifest, entry });
  const version = named === placeholderVersion ? null : named;
  const about = version === null ? 'The skill names no version.' : `Written for ${printable(version)}.`;
  const drift = versionDrift(used.replace(RANGE_MARKS, ''), version, versions);
  return `${about} You use ${printable(used)}.${DRIFT_WORDS[drift]}`;
}

/** @param warning known fault; replaces the author's claims */
function headOf(
  described: DescribedSkill,
  warning: string | undefined,
  { registry, budget }: { readonly registry: string; readonly budget: number },
): string {
  if (warning !== undefined) {
    const { trust_score: _, tier: __, ...unclaimed } = described;
    return `# ${descriptionLine(unclaimed, registry)}\n\n${warning}`;
  }
  const line = `# ${descriptionLine(described, registry)}`;
  const facts = budget < FACTS_FROM_TOKENS ? [] : described.facts;
  return facts.length === 0 ? line : `${line}\n\n${facts.join(' ')}`;
}

/** Servable, unlisted by skill.json; empty if everything is. */
function unlistedFiles({ files, contents }: Skill): readonly string[] {
  const listed = new Set(contents);
  return [...files.keys()].filter((path) => !listed.has(path));
}

import type { FullSkill } from '../contract/api/api.ts';
import type { RegistryQueries } from '../contract/api/registry-queries.ts';
import { type AgentText, joinText, LINES, PARTS } from '../contract/words/agent-lines.ts';
import { withoutQuotes } from '../contract/words/withheld-warning.ts';
import { writtenFor } from '../contract/words/written-for.ts';
import { parseQuery } from '../search/query/parse-query.ts';
import { askedTerms, weighSections } from '../search/sections/choose-sections.ts';
import { type FileSection, isExample } from '../search/sections/file-sections.ts';
import { reducedMessage } from '../search/speakers/reduce-message.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { countedAnswer, type FittedAnswer, fitSections } from './fit-sections.ts';
import { bodyOf, hasBody, readingOrder, sectionsOf, sourceLine } from './skill-sections.ts';

/** Tokens of an answer to a query. */
const QUERY_TOKENS = 900;
/** Tokens of an answer without a query: files to read first may have 1,500 each. */
const WHOLE_TOKENS = 6_000;
const MOST_SECTIONS = 2;
/** Of the best section's weight. */
const RIVAL_SHARE = 0.5;

export interface SkillRequest {
  /** Task, question or error message: the sections that answer it come instead of all. */
  readonly query?: string | undefined;
  /** Of the library in the caller's project. */
  readonly version?: string | undefined;
  /** Tokens. Default: 900 with a query, else 6,000. */
  readonly budget?: number | undefined;
  /** Without the titles of other dangers and the names of other files. Default: false. */
  readonly isBrief?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What answers for models are made of. */
export interface AnswerSources {
  readonly queries: RegistryQueries;
}

/** A skill as text for a model, within the budget. Throws like `RegistryQueries.skill`. */
export async function fittedSkill(
  { queries }: AnswerSources,
  key: string,
  request: SkillRequest = {},
): Promise<FittedAnswer> {
  const { query, version, isBrief = false, signal } = request;
  const { budget = query === undefined ? WHOLE_TOKENS : QUERY_TOKENS } = request;
  const skill = await queries.skill(key);
  signal?.throwIfAborted();
  const withheld = withheldLine(key, skill);
  if (withheld !== undefined) return countedAnswer(withheld);
  const all = sectionsOf(skill);
  const sections = all.filter(hasBody);
  const head = headLine(key, skill, version);
  const chosen = query === undefined ? [] : sectionsFor(query, all);
  const shown = chosen.length > 0 ? chosen : readFirst(skill, sections, { head, budget });
  const isWhole = chosen.length === 0;
  const paths = new Set(
    isWhole ? shown.map(({ path }) => path) : dangersIn(sections).map(({ path }) => path),
  );
  const dangers = isWhole || isBrief ? [] : dangersIn(sections).filter((section) => !shown.includes(section));
  const files = isBrief ? [] : restOf(skill, sections, paths);
  return fitSections(
    { key, head, sections: shown, dangers: dangers.map(({ title }) => title ?? ''), files },
    budget,
  );
}

/** Sections that answer a query, best first. Empty where no section has its words. */
function sectionsFor(query: string, sections: readonly FileSection[]): readonly FileSection[] {
  const weighed = weighSections(sections, askedTerms(parseQuery(reducedMessage(query)).words));
  const least = (weighed[0]?.weight ?? 0) * RIVAL_SHARE;
  return weighed
    .filter(({ weight }) => weight >= least)
    .slice(0, MOST_SECTIONS)
    .map(({ section }) => section);
}

/** Key, registry where several are served, version that the texts speak of, and what they are worth. */
export function headLine(
  key: string,
  { version, _registry: registry }: FullSkill & { version?: unknown },
  used?: string,
): AgentText {
  const meant = writtenFor(version);
  const versions = [
    ...(meant === undefined ? [] : [PARTS.writtenFor(meant)]),
    ...(used === undefined ? [] : [PARTS.youUse(used)]),
  ];
  const parts = [
    ...(registry === undefined ? [] : [PARTS.registry(registry)]),
    ...(versions.length === 0 ? [] : [joinText(versions, ', ')]),
    LINES.evidence(),
  ];
  return LINES.head(key, joinText(parts, ' · '));
}

/** Why a model doesn't get a skill. */
export function withheldLine(
  key: string,
  { _withheld: why }: Pick<FullSkill, '_withheld'>,
): AgentText | undefined {
  return why === undefined ? undefined : LINES.withheld(key, withoutQuotes(why));
}

/** Before a file of such a skill. */
export function withheldFileLine(
  key: string,
  { _withheld: why }: Pick<FullSkill, '_withheld'>,
): AgentText | undefined {
  return why === undefined ? undefined : LINES.withheldFile(key, withoutQuotes(why));
}

const dangersIn = (sections: readonly FileSection[]) => sections.filter(({ isDanger }) => isDanger);

const BYTES_PER_TOKEN = 4;

/**
 * Files with the tokens that their length tells, examples last. Counts come later than texts: an answer with them would be
 * another one before and after.
 */
function restOf(
  { _contents: texts }: FullSkill,
  sections: readonly FileSection[],
  without: ReadonlySet<string>,
): readonly (readonly [string, number])[] {
  const paths = [...new Set(sections.map(({ path }) => path))].filter((path) => !without.has(path));
  const ordered = paths.sort((a, b) => Number(isExample(a)) - Number(isExample(b)));
  return ordered.map(
    (path) => [path, Math.ceil(Buffer.byteLength(texts[path] ?? '') / BYTES_PER_TOKEN)] as const,
  );
}

const CHARACTERS_PER_TOKEN = 8;

/** Files of the first priority, whole and in reading order; where they don't fit, their sections, dangers first. */
function readFirst(
  skill: FullSkill,
  sections: readonly FileSection[],
  { head, budget }: { readonly head: AgentText; readonly budget: number },
): readonly FileSection[] {
  const priorities = readingOrder(skill);
  const [firstPriority] = priorities.values();
  const first = sections.filter(({ path, isDanger }) => isDanger || priorities.get(path) === firstPriority);
  const characters = first.reduce((sum, { text }) => sum + text.length, 0);
  const dangersFirst = () => first.toSorted((a, b) => Number(b.isDanger) - Number(a.isDanger));
  // A token has rarely more than eight characters: what is far longer needn't be counted.
  if (characters > CHARACTERS_PER_TOKEN * budget) return dangersFirst();
  const blocks = first.map((section) => joinText([sourceLine(section), bodyOf(section)]));
  const whole = joinText([head, ...blocks], '\n\n');
  return estimateTokens(whole) <= budget ? first : dangersFirst();
}

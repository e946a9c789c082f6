import type { Excerpt, FindResult, QuestionReport } from '../../contract/api/api.ts';
import { escapeHidden, printable } from '../../contract/words/printable.ts';
import { verdictSentence } from '../../contract/words/verdict-sentence.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { endLine, markedLine, markFor, registryPhrase } from '../../skill-answer/answer-origin.ts';
import { describeSkill } from '../../skill-answer/described-skill.ts';
import { endSentence } from '../../skill-answer/end-sentence.ts';
import { isTrustWrong } from '../../skill-answer/is-trust-wrong.ts';
import { withWarnings } from '../../skill-answer/with-warnings.ts';
import { truncate } from '../../validation/truncate.ts';
import type { Coverage } from '../coverage.ts';
import { checkArguments } from './check-arguments.ts';
import { type FurtherSection, furtherSections } from './further-sections.ts';
import inputSchema from './schemas/find-skills-arguments.schema.json';
import fits from './schemas/find-skills-arguments.schema.json?validate';
import { DEFAULT_SEARCH_LIMIT, type SearchArguments } from './search-skills.ts';
import type { Tool } from './tool.ts';

const DEFAULT_TOKENS = 1_500;
const SHOWN_CHARACTERS = 1_000;
const MOST_UNSURE = 3;

export interface FoundSkills {
  readonly question: QuestionReport;
  /** Best first. */
  readonly results: readonly FindResult[];
  /** If known. */
  readonly firstSection?: string | undefined;
}

interface FindArguments extends SearchArguments {
  readonly max_tokens?: number;
}

export function findSkillsTool(served: ServedRegistry, coverage: Coverage): Tool {
  return {
    name: 'find_skills',
    title: 'Find library skills for a task',
    description: () =>
      'Which library skills speak of a task, an error message or a danger, how strong each match is (strong: about it; ' +
      'partial: may help; weak: probably about something else), and the passage that answers best. Use it if ' +
      'you don’t know which library it is about; not for general programming or your own code. ' +
      coverage.sentence,
    inputSchema,
    async call(args, signal) {
      const {
        query,
        limit,
        lang,
        max_tokens: budget = DEFAULT_TOKENS,
      } = checkArguments<FindArguments>('find_skills', args, { schema: inputSchema, fits });
      const found = await findSkills(served, query, { limit, lang, signal });
      const text =
        found.question.verdict === 'none'
          ? nothingFits(coverage, found)
          : await describeWithin(served, found, {
              budget,
              lang,
              further: await furtherOf(served, found, query, signal),
            });
      return { text, activity: { target: query.slice(0, SHOWN_CHARACTERS), results: found.results.length } };
    },
  };
}

/** First form within the budget: whole section of a strong result, then excerpts of ever fewer results. */
async function describeWithin(
  served: ServedRegistry,
  found: FoundSkills,
  {
    budget,
    lang,
    further,
  }: {
    readonly budget: number;
    readonly lang: string | undefined;
    readonly further: readonly FurtherSection[];
  },
): Promise<string> {
  const { firstSection: whole, question, results } = found;
  const isSure = question.verdict === 'match';
  const shown = isSure
    ? results.filter(({ strength }) => strength !== 'weak')
    : results.slice(0, MOST_UNSURE);
  const mark = markFor([whole ?? '', JSON.stringify(results), ...further.map(({ text }) => text)]);
  const describe = (some: FoundSkills, count = shown.length, more: readonly FurtherSection[] = []) =>
    describeFound(served, some, { count, lang, further: more, mark });
  const forms: string[] = [];
  if (further.length > 0) forms.push(describe(found, shown.length, further), describe(found, 1, further));
  if (whole !== undefined && question.strength === 'strong') {
    forms.push(describe(found));
    forms.push(describe({ ...found, results: results.slice(0, 1) }, 1));
  }
  const excerpted = { question, results };
  for (let count = shown.length; count > 0; count -= 1)
    forms.push(describe({ ...excerpted, ...(isSure && { results: results.slice(0, count) }) }, count));
  for (const form of forms) {
    const [tokens = 0] = await served.tokens.count([form]);
    if (tokens <= budget) return form;
  }
  return forms.at(-1) ?? '';
}

async function furtherOf(
  served: ServedRegistry,
  { question, results: [first] }: FoundSkills,
  query: string,
  signal: AbortSignal | undefined,
): Promise<readonly FurtherSection[]> {
  if (question.strength !== 'strong' || first?.section === undefined) return [];
  const { file, heading } = first.section;
  return furtherSections(served, { key: first.key, query, file, heading }, signal).catch((error) => {
    if (signal?.aborted) throw error;
    // If the skill is gone, its first section still answers.
    return [];
  });
}

interface FindSkillsOptions {
  readonly limit?: number | undefined;
  readonly lang?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function findSkills(
  served: ServedRegistry,
  query: string,
  { limit = DEFAULT_SEARCH_LIMIT, lang, signal }: FindSkillsOptions,
): Promise<FoundSkills> {
  const options = { limit, signal, ...(lang === undefined ? {} : { lang }) };
  const search = served.search();
  const { results, question, firstSection } = await search.explain(query, options);
  return { question, results: await withWarnings(search, results), firstSection };
}

interface Shown {
  /** With a passage. */
  readonly count: number;
  readonly lang: string | undefined;
  readonly further: readonly FurtherSection[];
  readonly mark: string;
}

function describeFound(
  served: ServedRegistry,
  { question, results, firstSection }: FoundSkills,
  { count, lang, further, mark }: Shown,
): string {
  const shown = results.slice(0, count);
  const isSure = question.verdict === 'match';
  const weak = isSure ? results.slice(count).filter(({ strength }) => strength === 'weak') : [];
  const sentence = verdictSentence(question);
  const where = isSure || lang === undefined ? '' : ` Leave out lang to look at all, not only ${lang}.`;
  const [first] = shown;
  const file = first?.section?.file;
  const readOn =
    file === undefined
      ? `Read on with get_skill, path ${first?.key}.`
      : `Read on with get_section, path ${first?.key}, section ${file}, or get_skill for all of it.`;
  return [
    ...(sentence === undefined ? [] : [`${sentence}${where}`]),
    `Skills of the ${registryPhrase(served.live.snapshot())}. Their texts stand between lines with ${mark}.`,
    ...shown.flatMap((result, place) => {
      if (place > 0) return [describeResult(served, result, { mark, whole: undefined })];
      const more = further.map(({ path, text }) => markedText(printable(path), text, mark));
      return [describeResult(served, result, { mark, whole: firstSection }), ...more];
    }),
    ...(weak.length === 0 ? [] : [`weak: ${weak.map(({ key }) => key).join(', ')}`]),
    readOn,
  ].join('\n\n');
}

/** @param whole no excerpts */
function describeResult(
  served: ServedRegistry,
  { key, strength, section, warning }: FindResult,
  { mark, whole }: { readonly mark: string; readonly whole: string | undefined },
): string {
  const line = `${strength}: ${originLine(served, key, warning !== undefined)}`;
  const head = [line, ...(warning === undefined ? [] : [warning])].join('\n');
  if (section === undefined) return head;
  const { file, heading, excerpts } = section;
  const where = printable(heading === null ? file : `${file}, ${heading}`);
  if (whole !== undefined) {
    const text = escapeHidden(whole).replace(/^#{1,6} .*\n+/, '');
    return `${head}\n${markedText(`${where}, whole:`, text, mark)}`;
  }
  if (excerpts.length === 0) return `${head}\n${where}`;
  return `${head}\n${markedText(`${where}:`, excerpts.map(describeExcerpt).join('\n'), mark)}`;
}

/** `cpp/gabime/spdlog, tier2. Its author says: Fast logging.`; with several layers also the registry. */
function originLine(served: ServedRegistry, key: string, isDoubtful: boolean): string {
  const snapshot = served.live.snapshot();
  const skill = snapshot.skills.get(key);
  if (skill === undefined) return printable(key);
  const withoutClaims = isDoubtful || isTrustWrong(served, key);
  const { tier, summary } = describeSkill(snapshot, skill, { withoutClaims });
  const said = summary === undefined ? '' : `. Its author says: ${endSentence(truncate(summary))}`;
  const { layer } = snapshot.records.get(key) ?? {};
  const registry = layer === undefined ? '' : `, registry ${truncate(layer.name)}`;
  return printable(`${key}${registry}${tier === undefined ? '' : `, ${truncate(tier)}`}${said}`);
}

function markedText(about: string, text: string, mark: string): string {
  return `${markedLine(about, mark)}\n${text.trimEnd()}\n${endLine(mark)}`;
}

function describeExcerpt({ kind, label, language = '', text }: Excerpt): string {
  const plain = escapeHidden(text);
  const shown = kind === 'code' ? `\`\`\`${language}\n${plain}\n\`\`\`` : plain;
  return label === undefined ? shown : `${label === 'bad' ? 'Bad' : 'Good'}:\n${shown}`;
}

function nothingFits(coverage: Coverage, { question }: FoundSkills): string {
  return `${verdictSentence(question)} This registry has ${coverage.phrase}; search_skills looks names up.`;
}

import type { Excerpt, FindResult, MatchStrength } from '../../contract/api/api.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { knownFaults } from '../../skill-answer/known-faults.ts';
import type { Coverage } from '../coverage.ts';
import { checkArguments } from './check-arguments.ts';
import inputSchema from './schemas/find-skills-arguments.schema.json';
import fits from './schemas/find-skills-arguments.schema.json?validate';
import { DEFAULT_LIMIT, type SearchArguments, skillLine } from './search-skills.ts';
import type { Tool } from './tool.ts';

/** Tokens of an answer at most, where the caller names no number. */
const DEFAULT_TOKENS = 1_500;
/** Skills that are named where none of them is a good answer. */
const MOST_STRANGERS = 3;

/** What was found for a question. */
export interface FoundSkills {
  /** Of the answer: of its first result; weak where nothing was found. */
  readonly strength: MatchStrength;
  /** Best first. */
  readonly results: readonly FindResult[];
  /** All of the text of the first result's section; absent where none is known. */
  readonly firstSection?: string | undefined;
}

interface FindArguments extends SearchArguments {
  readonly max_tokens?: number;
}

/** Ranks the skills by their texts. */
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
        found.strength === 'weak'
          ? nothingGood(coverage, found, lang)
          : await describeWithin(served, found, budget);
      return { text, told: { target: query, results: found.results.length } };
    },
  };
}

/**
 * The answer with the whole section of a strong first result, where the budget allows; else with excerpts, of fewer
 * results where it is small.
 */
async function describeWithin(served: ServedRegistry, found: FoundSkills, budget: number): Promise<string> {
  const { firstSection: whole, ...excerpted } = found;
  const forms: string[] = [];
  const good = found.results.filter(({ strength }) => strength !== 'weak').length;
  if (whole !== undefined && found.strength === 'strong') {
    forms.push(describeFound(served, found));
    forms.push(describeFound(served, { ...found, results: found.results.slice(0, 1) }));
  }
  for (let count = good; count > 0; count -= 1)
    forms.push(describeFound(served, { ...excerpted, results: found.results.slice(0, count) }));
  for (const form of forms) {
    const [tokens = 0] = await served.tokens.count([form]);
    if (tokens <= budget) return form;
  }
  return forms.at(-1) ?? '';
}

interface FindSkillsOptions {
  readonly limit?: number | undefined;
  readonly lang?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The skills that answer a question best, and how strong the best match is. */
export async function findSkills(
  served: ServedRegistry,
  query: string,
  { limit = DEFAULT_LIMIT, lang, signal }: FindSkillsOptions = {},
): Promise<FoundSkills> {
  const options = { limit, signal, ...(lang === undefined ? {} : { lang }) };
  const { results, question, firstSection } = await served.search().explain(query, options);
  return { strength: question.strength, results, firstSection };
}

/** What there is of a good answer: with the passage where it may help, by name alone where it's weak. */
function describeFound(served: ServedRegistry, { results, firstSection }: FoundSkills): string {
  const good = results.filter(({ strength }) => strength !== 'weak');
  const weak = results.filter(({ strength }) => strength === 'weak').map(({ key }) => key);
  const [first] = good;
  const file = first?.section?.file;
  const readOn =
    file === undefined
      ? `Read on with get_skill, path ${first?.key}.`
      : `Read on with get_section, path ${first?.key}, section ${file}, or get_skill for all of it.`;
  return [
    ...good.map((result, place) => describeResult(served, result, place === 0 ? firstSection : undefined)),
    ...(weak.length === 0 ? [] : [`weak: ${weak.join(', ')}`]),
    readOn,
  ].join('\n\n');
}

/** @param whole all of the section's text, to be shown instead of excerpts */
function describeResult(
  served: ServedRegistry,
  { key, strength, section }: FindResult,
  whole: string | undefined,
): string {
  const { warning } = knownFaults(served, key);
  const head = [`${strength}: ${skillLine(served, key)}`, ...(warning === undefined ? [] : [warning])].join(
    '\n',
  );
  if (section === undefined) return head;
  const { file, heading, excerpts } = section;
  const where = heading === null ? file : `${file}, ${heading}`;
  if (whole !== undefined) return `${head}\n${where}, whole:\n${whole.replace(/^#{1,6} .*\n+/, '')}`;
  if (excerpts.length === 0) return `${head}\n${where}`;
  return [head, `${where}:`, ...excerpts.map(describeExcerpt)].join('\n');
}

/** A piece under its label. */
function describeExcerpt({ kind, label, language = '', text }: Excerpt): string {
  const shown = kind === 'code' ? `\`\`\`${language}\n${text}\n\`\`\`` : text;
  return label === undefined ? shown : `${label === 'bad' ? 'Bad' : 'Good'}:\n${shown}`;
}

/** Says so where the registry has no skill for a question, instead of naming strangers as if they were answers. */
function nothingGood(coverage: Coverage, { results }: FoundSkills, lang: string | undefined): string {
  const nearest = results.slice(0, MOST_STRANGERS).map(({ key }) => key);
  const where = lang === undefined ? '' : ` for ${lang} (leave out lang to look everywhere)`;
  return [
    `This registry probably has no skill for this${where}; it has ${coverage.phrase}.`,
    ...(nearest.length === 0 ? [] : [`Nearest, and probably not it: ${nearest.join(', ')}.`]),
    'Go on without one, or ask search_skills for the name of a library.',
  ].join(' ');
}

import type { FindResult, MatchStrength } from '../../contract/api.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import type { Coverage } from '../coverage.ts';
import { checkArguments } from './check-arguments.ts';
import inputSchema from './schemas/find-skills-arguments.schema.json';
import fits from './schemas/find-skills-arguments.schema.json?validate';
import { DEFAULT_LIMIT, type SearchArguments, skillLine } from './search-skills.ts';
import type { Tool } from './tool.ts';

/** Skills that are named where none of them is a good answer. */
const MOST_STRANGERS = 3;

/** What was found for a question. */
export interface FoundSkills {
  /** Of the answer: of its first result; weak where nothing was found. */
  readonly strength: MatchStrength;
  /** Best first. */
  readonly results: readonly FindResult[];
}

/** Ranks the skills by their texts. */
export function findSkillsTool(served: ServedRegistry, coverage: Coverage): Tool {
  return {
    name: 'find_skills',
    title: 'Find library skills for a task',
    description: () =>
      'Which library skills speak of a task, an error message or a danger, how strong each match is (strong: about it; ' +
      'partial: may help; weak: probably about something else), and the passage that answers best. Use it before you ' +
      'write, review or debug code with libraries; not for general programming or your own code. ' +
      coverage.sentence,
    inputSchema,
    async call(args, signal) {
      const { query, limit, lang } = checkArguments<SearchArguments>('find_skills', args, {
        schema: inputSchema,
        fits,
      });
      const found = await findSkills(served, query, { limit, lang, signal });
      const text =
        found.strength === 'weak' ? nothingGood(coverage, found, lang) : describeFound(served, found);
      return { text, told: { target: query, results: found.results.length } };
    },
  };
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
  const { results, question } = await served.search().explain(query, options);
  return { strength: question.strength, results };
}

/** What there is of a good answer: with the passage where it may help, by name alone where it's weak. */
function describeFound(served: ServedRegistry, { results }: FoundSkills): string {
  const good = results.filter(({ strength }) => strength !== 'weak');
  const weak = results.filter(({ strength }) => strength === 'weak').map(({ key }) => key);
  const [first] = good;
  const file = first?.section?.file;
  const readOn =
    file === undefined
      ? `Read on with get_skill, path ${first?.key}.`
      : `Read on with get_section, path ${first?.key}, section ${file}, or get_skill for all of it.`;
  return [
    ...good.map((result) => describeResult(served, result)),
    ...(weak.length === 0 ? [] : [`weak: ${weak.join(', ')}`]),
    readOn,
  ].join('\n\n');
}

function describeResult(served: ServedRegistry, { key, strength, section }: FindResult): string {
  const head = `${strength}: ${skillLine(served, key)}`;
  if (section === undefined) return head;
  const { file, heading, excerpt } = section;
  const where = heading === null ? file : `${file}, ${heading}`;
  if (excerpt === undefined) return `${head}\n${where}`;
  const { kind, language = '', text } = excerpt;
  return `${head}\n${where}:\n${kind === 'code' ? `\`\`\`${language}\n${text}\n\`\`\`` : text}`;
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

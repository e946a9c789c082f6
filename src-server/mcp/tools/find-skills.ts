import { answeringResults } from '../../contract/api/activity.ts';
import type { FindResult, QuestionReport } from '../../contract/api/api.ts';
import { printable } from '../../contract/words/printable.ts';
import { verdictSentence } from '../../contract/words/verdict-sentence.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { countLanguages } from '../instructions.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { DEFAULT_LIMIT, skillLine } from './search-skills.ts';
import type { Tool, ToolSources } from './tool.ts';

const DEFAULT_TOKENS = 700;
/** Below, there is room for the key alone. */
const FEWEST_TOKENS = 60;
/** Of the first answer, however many others there are. */
const LEAST_ROOM = 200;
/** Characters of a question in the list of reads. */
const SHOWN_CHARACTERS = 1_000;
const MOST_FURTHER = 3;

export const findSkillsTool: Tool = {
  name: 'find_skills',
  title: 'Find library skills for a task or an error',
  description: 'The skill that answers a task or an error message, when you don’t know the library.',
  inputSchema: schemaOf(['query'], ['lang']),
  async call(given, sources) {
    const asked = readArguments(given, ['query', 'lang', 'limit', 'max_tokens']);
    const { query, lang, limit = DEFAULT_LIMIT, max_tokens: budget = DEFAULT_TOKENS } = asked;
    if (query === undefined)
      return { text: 'Give a task or an error message as query.', activity: { target: '' } };
    const { results, question } = await sources.queries.find(
      { q: query, lang, limit, explain: true },
      sources.signal,
    );
    const usable = results.filter(({ warning }) => warning === undefined);
    const text = await answer({ query, lang, budget, question, results: usable }, sources);
    const [first] = question?.verdict === 'match' ? usable : [];
    const activity = {
      target: query.slice(0, SHOWN_CHARACTERS),
      results: answeringResults({ results, question }),
      ...(first !== undefined && first.strength !== 'weak' && { skillKey: first.key }),
    };
    return { text, activity };
  },
};

interface Found {
  readonly query: string;
  readonly lang: string | undefined;
  readonly budget: number;
  readonly question: QuestionReport | undefined;
  /** Best first, without skills that are withheld. */
  readonly results: readonly FindResult[];
}

async function answer(found: Found, sources: ToolSources): Promise<string> {
  const { question, results, query, lang, budget } = found;
  const { queries, tokens: counter, signal } = sources;
  const { skills } = await queries.list();
  const [first, ...others] = results;
  const where = lang === undefined ? '' : printable(lang);
  if (first === undefined || question === undefined || question.verdict === 'none') {
    const { source } = question ?? {};
    const name = source?.skills.length === 0 ? printable(source.name) : undefined;
    const what = name === undefined ? 'No skill fits this' : `No skill covers ${name}`;
    return `${what}${where && ` in ${where}`} (${countLanguages(skills)}). Go on without one.`;
  }
  if (question.verdict === 'unsure' || first.strength === 'weak') {
    const keys = results.slice(0, MOST_FURTHER).map(({ key }) => printable(key));
    const why = verdictSentence(question) ?? 'Closest matches, not sure.';
    const elsewhere = where && ' Without lang there may be others.';
    return `${why} ${keys.join(', ')}.${elsewhere} get_skill with one of them and your query shows what it says.`;
  }
  const further = others.filter(({ strength }) => strength !== 'weak').slice(0, MOST_FURTHER);
  const lines = further.map(({ key }) => skillLine(skills, key)).join('\n');
  const [linesCost = 0] = await counter.count([`Strong match for :\n\nOthers:\n${lines}`]);
  const room = Math.max(budget - linesCost, Math.min(budget, LEAST_ROOM));
  const request = { query, budget: room, isBrief: true, signal };
  const { text, tokens } = await fittedSkill(sources, first.key, request);
  const strength = first.strength === 'strong' ? 'Strong match' : 'Partial match';
  return [
    ...(budget < FEWEST_TOKENS ? [] : [`${strength}${where && ` for ${where}`}:`]),
    text,
    ...(lines === '' || tokens + linesCost > budget ? [] : ['', `Others:\n${lines}`]),
  ].join('\n');
}

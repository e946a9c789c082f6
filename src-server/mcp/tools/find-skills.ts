import type { FindResult, QuestionReport } from '../../contract/api/api.ts';
import { printable } from '../../contract/words/printable.ts';
import { verdictSentence } from '../../contract/words/verdict-sentence.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fittedSkill } from '../../skill-answer/fitted-skill.ts';
import { countLanguages } from '../instructions.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { DEFAULT_LIMIT, skillLine } from './search-skills.ts';
import type { Tool, ToolAnswer } from './tool.ts';

const DEFAULT_TOKENS = 700;
/** Characters of a question in the list of reads. */
const SHOWN_CHARACTERS = 1_000;
const MOST_FURTHER = 3;

export function findSkillsTool(served: ServedRegistry): Tool {
  return {
    name: 'find_skills',
    title: 'Find library skills for a task or an error',
    description: 'The skill that answers a task or an error message, when you don’t know the library.',
    inputSchema: schemaOf(['query'], ['lang']),
    async call(given, signal) {
      const names = ['query', 'lang', 'limit', 'max_tokens'] as const;
      const {
        query,
        lang,
        limit = DEFAULT_LIMIT,
        max_tokens: budget = DEFAULT_TOKENS,
      } = readArguments(given, names);
      if (query === undefined)
        return { text: 'Give a task or an error message as query.', activity: { target: '' } };
      const found = await served.queries.find({ q: query, limit, lang, explain: true }, signal);
      const results = found.results.filter(({ warning }) => warning === undefined);
      const text = await answer(served, { ...found, query, lang, budget, signal, results });
      return { text, activity: { target: query.slice(0, SHOWN_CHARACTERS), results: found.results.length } };
    },
  };
}

interface Found {
  readonly query: string;
  readonly lang: string | undefined;
  readonly budget: number;
  readonly signal: AbortSignal | undefined;
  readonly question?: QuestionReport;
  /** Best first, without skills that are withheld. */
  readonly results: readonly FindResult[];
}

async function answer(served: ServedRegistry, found: Found): Promise<ToolAnswer['text']> {
  const { question, results, query, lang, budget, signal } = found;
  const [first, ...others] = results;
  if (first === undefined || question?.verdict === 'none') return nothingFits(served, found);
  if (question?.verdict === 'unsure' || first.strength === 'weak') return notSure(found);
  const further = others.filter(({ strength }) => strength !== 'weak').slice(0, MOST_FURTHER);
  const lines = further.map(({ key }) => skillLine(served, key));
  const [linesCost = 0] = await served.tokens.count([lines.join('\n')]);
  const room = Math.max(budget - linesCost - 10, Math.min(budget, 200));
  const { text, tokens } = await fittedSkill(served, first.key, {
    query,
    budget: room,
    signal,
    isBrief: true,
  });
  const strength = first.strength === 'strong' ? 'Strong match' : 'Partial match';
  const shown = tokens + linesCost + 10 > budget ? [] : lines;
  const where = lang === undefined ? '' : ` for ${lang}`;
  return [
    ...(budget < 60 ? [] : [`${strength}${where}:`]),
    text,
    ...(shown.length === 0 ? [] : ['', `Others:\n${shown.join('\n')}`]),
  ].join('\n');
}

function notSure({ question, results, lang }: Found): string {
  const keys = results.slice(0, MOST_FURTHER).map(({ key }) => printable(key));
  const why = (question && verdictSentence(question)) ?? 'Closest matches, not sure.';
  const where = lang === undefined ? '' : ` Without lang there may be others.`;
  return `${why} ${keys.join(', ')}.${where} get_skill with one of them and your query shows what it says.`;
}

function nothingFits(served: ServedRegistry, { question, lang }: Found): string {
  const { source } = question ?? {};
  const name = source !== undefined && source.skills.length === 0 ? printable(source.name) : undefined;
  const what = name === undefined ? 'No skill fits this' : `No skill covers ${name}`;
  const where = lang === undefined ? '' : ` in ${printable(lang)}`;
  return `${what}${where} (${countLanguages(served)}). Go on without one.`;
}

import type { IndexEntry } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type AgentText, joinText, LINES, namesInLine } from '../../contract/words/agent-lines.ts';
import { plainSummary } from '../../search/words/plain-summary.ts';
import { withheldLine } from '../../skill-answer/fitted-skill.ts';
import { readArguments, schemaOf } from './arguments.ts';
import { listedEntry } from './resolve-skill.ts';
import type { Tool } from './tool.ts';

export const DEFAULT_LIMIT = 5;

export const searchSkillsTool: Tool = {
  name: 'search_skills',
  title: 'List library skills by name or topic',
  description: 'Which libraries have a skill, by name, tag or summary.',
  inputSchema: schemaOf(['query'], ['limit']),
  async call(given, { queries }) {
    const {
      query,
      lang,
      limit = DEFAULT_LIMIT,
    } = readArguments(given, ['query', 'lang', 'limit'], LIMITS.queryLength);
    if (query === undefined) return { text: LINES.giveTopic(), activity: { target: '' } };
    const keys = await keysFor(queries, query, lang);
    const { skills } = await queries.list();
    const lines = await Promise.all(keys.slice(0, limit).map((key) => lineOf(queries, skills, key)));
    const more = keys.length > limit ? [LINES.moreListed(keys.length - limit)] : [];
    const none = lang === undefined ? LINES.noneNamed(query) : LINES.noneNamedIn(lang, query);
    const text = lines.length === 0 ? none : joinText([...lines, ...more]);
    return { text, activity: { target: query, results: lines.length } };
  },
};

/** The reason instead of the summary, where agents don't get the skill. */
async function lineOf(
  queries: RegistryQueries,
  entries: readonly IndexEntry[],
  key: string,
): Promise<AgentText> {
  return withheldLine(key, await queries.skill(key)) ?? skillLine(entries, key);
}

/** `go/jackc/pgx: PostgreSQL driver and pool for Go.` */
export function skillLine(entries: readonly IndexEntry[], key: string): AgentText {
  const { summary = '' } = listedEntry(entries, key) ?? {};
  const plain = plainSummary(summary).trim();
  return plain === '' ? namesInLine([key]) : LINES.listed(key, plain);
}

/** By name or all words, else with a like name. */
async function keysFor(
  queries: RegistryQueries,
  query: string,
  lang: string | undefined,
): Promise<readonly string[]> {
  const { results } = await queries.search({ q: query, lang, names: true });
  if (results.length > 0) return results.map(({ key }) => key);
  const { near } = await queries.resolve(query);
  return near.filter((key) => lang === undefined || key.startsWith(`${lang}/`));
}

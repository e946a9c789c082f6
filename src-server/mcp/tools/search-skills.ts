import type { IndexEntry } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { printable } from '../../contract/words/printable.ts';
import { plainSummary } from '../../search/words/plain-summary.ts';
import { truncate } from '../../validation/truncate.ts';
import { readArguments, schemaOf } from './arguments.ts';
import type { Tool } from './tool.ts';

export const DEFAULT_LIMIT = 5;

export const searchSkillsTool: Tool = {
  name: 'search_skills',
  title: 'List library skills by name or topic',
  description: 'Which libraries have a skill, by name, tag or summary.',
  inputSchema: schemaOf(['query'], ['limit']),
  async call(given, { queries }) {
    const { query, lang, limit = DEFAULT_LIMIT } = readArguments(given, ['query', 'lang', 'limit']);
    if (query === undefined) return { text: 'Give a name or topic as query.', activity: { target: '' } };
    const keys = await keysFor(queries, query, lang);
    const { skills } = await queries.list();
    const lines = keys.slice(0, limit).map((key) => skillLine(skills, key));
    const more = keys.length > limit ? [`${keys.length - limit} more with a greater limit.`] : [];
    const where = lang === undefined ? '' : ` in ${printable(lang)}`;
    const none = `No skill${where} has '${printable(truncate(query))}' in its name, tags or summary. find_skills looks into the texts.`;
    const text = lines.length === 0 ? none : [...lines, ...more].join('\n');
    return { text, activity: { target: query, results: lines.length } };
  },
};

/** `go/jackc/pgx: PostgreSQL driver and pool for Go.` */
export function skillLine(entries: readonly IndexEntry[], key: string): string {
  const { summary = '' } = entries.find((entry) => entry.key === key) ?? {};
  const plain = plainSummary(summary).replace(/\s+/g, ' ').trim();
  return printable(plain === '' ? key : `${key}: ${truncate(plain)}`);
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

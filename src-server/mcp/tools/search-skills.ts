import type { IndexEntry } from '../../contract/api/api.ts';
import type { RegistryQueries } from '../../contract/api/registry-queries.ts';
import { printable } from '../../contract/words/printable.ts';
import { plainSummary } from '../../search/words/plain-summary.ts';
import { STOP_WORDS } from '../../search/words/stop-words.ts';
import { runsOf } from '../../search/words/text-scanner.ts';
import { truncate } from '../../validation/truncate.ts';
import { readArguments, schemaOf } from './arguments.ts';
import type { Tool } from './tool.ts';

export const DEFAULT_LIMIT = 5;
/** Looked up one by one where no skill has all of them. */
const MOST_WORDS = 12;

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

/** By name, else with all words, else with a like name, else with the most words. */
async function keysFor(
  queries: RegistryQueries,
  query: string,
  lang: string | undefined,
): Promise<readonly string[]> {
  const keysWith = async (q: string) =>
    (await queries.search({ q, lang, names: true })).results.map(({ key }) => key);
  const whole = await keysWith(query);
  if (whole.length > 0) return whole;
  const near = (await queries.resolve(query)).near.filter(
    (key) => lang === undefined || key.startsWith(`${lang}/`),
  );
  if (near.length > 0) return near;
  const words = new Set(runsOf(query).filter((word) => !STOP_WORDS.has(word.toLowerCase())));
  const counts = new Map<string, number>();
  for (const word of [...words].slice(0, MOST_WORDS))
    for (const key of await keysWith(word)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

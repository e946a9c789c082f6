import { printable } from '../../contract/words/printable.ts';
import { summaryToRead } from '../../registry/model/index-entry.ts';
import { STOP_WORDS } from '../../search/words/stop-words.ts';
import { runsOf } from '../../search/words/text-scanner.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { truncate } from '../../validation/truncate.ts';
import { readArguments, schemaOf } from './arguments.ts';
import type { Tool } from './tool.ts';

export const DEFAULT_LIMIT = 5;
/** Looked up one by one where no skill has all of them. */
const MOST_WORDS = 12;

export function searchSkillsTool(served: ServedRegistry): Tool {
  return {
    name: 'search_skills',
    title: 'List library skills by name or topic',
    description: 'Which libraries have a skill, by name, tag or summary.',
    inputSchema: schemaOf(['query'], ['limit']),
    async call(given) {
      const { query, lang, limit = DEFAULT_LIMIT } = readArguments(given, ['query', 'lang', 'limit']);
      if (query === undefined) return { text: 'Give a name or topic as query.', activity: { target: '' } };
      const keys = keysFor(served, query, lang);
      const lines = keys.slice(0, limit).map((key) => skillLine(served, key));
      const more = keys.length > limit ? [`${keys.length - limit} more with a greater limit.`] : [];
      const where = lang === undefined ? '' : ` in ${printable(lang)}`;
      const none = `No skill${where} has '${printable(truncate(query))}' in its name, tags or summary. find_skills looks into the texts.`;
      const text = lines.length === 0 ? none : [...lines, ...more].join('\n');
      return { text, activity: { target: query, results: lines.length } };
    },
  };
}

/** `go/jackc/pgx: PostgreSQL driver and pool for Go.` */
export function skillLine({ live }: ServedRegistry, key: string): string {
  const skill = live.snapshot().skills.get(key);
  const summary = skill === undefined ? '' : summaryToRead(skill, skill.entry).replace(/\s+/g, ' ').trim();
  return printable(summary === '' ? key : `${key}: ${truncate(summary)}`);
}

/** By name, else with all words, else with the most words. */
function keysFor(served: ServedRegistry, query: string, lang: string | undefined): readonly string[] {
  const search = served.search();
  const options = lang === undefined ? {} : { lang };
  const fits = (key: string) => lang === undefined || key.startsWith(`${lang}/`);
  const named = search.resolve(query).filter(fits);
  const whole = search.search(query, options).map(({ key }) => key);
  if (named.length + whole.length > 0) return [...new Set([...named, ...whole])];
  const related = search.related(query).filter(fits);
  if (related.length > 0) return related;
  const words = new Set(runsOf(query).filter((word) => !STOP_WORDS.has(word.toLowerCase())));
  const counts = new Map<string, number>();
  for (const word of [...words].slice(0, MOST_WORDS)) {
    for (const { key } of search.search(word, options)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

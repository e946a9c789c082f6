import { printable } from '../../contract/words/printable.ts';
import { didYouMean } from '../../search/keyword-search/near-keys.ts';
import { libraryWords, namedLibrary } from '../../search/query/library-forms.ts';
import { STOP_WORDS } from '../../search/words/stop-words.ts';
import { runsOf } from '../../search/words/text-scanner.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { endSentence } from '../../skill-answer/end-sentence.ts';
import { truncate } from '../../validation/truncate.ts';
import { suggestKeys } from '../suggestions.ts';
import { checkArguments } from './check-arguments.ts';
import inputSchema from './schemas/search-skills-arguments.schema.json';
import fits from './schemas/search-skills-arguments.schema.json?validate';
import type { Tool } from './tool.ts';

export interface SearchArguments {
  readonly query: string;
  /** 1 to 50; default 5. */
  readonly limit?: number;
  readonly lang?: string;
}

export const DEFAULT_SEARCH_LIMIT = 5;
/** Searched separately if no skill has all. */
const MOST_WORDS = 12;

export function searchSkillsTool(served: ServedRegistry): Tool {
  return {
    name: 'search_skills',
    title: 'Search library skills by name',
    description:
      'Which library skills there are for a topic, by name, tag or summary. If you know the library, call get_skill.',
    inputSchema,
    async call(args) {
      const {
        query,
        limit = DEFAULT_SEARCH_LIMIT,
        lang,
      } = checkArguments<SearchArguments>('search_skills', args, { schema: inputSchema, fits });
      const { keys: shown, count, isPartly } = searchForgivingly(served, { query, lang, limit });
      const lines: string[] = [];
      for (const key of shown) {
        const warning = await served.search().warningFor(key);
        lines.push(skillLine(served, key), ...(warning === undefined ? [] : [warning]));
      }
      const more = count > limit ? [`${count - limit} more with a greater limit.`] : [];
      const text =
        lines.length === 0
          ? nothingFound(served, query, lang)
          : [
              ...(isPartly ? [describePartly(query)] : []),
              ...lines,
              ...more,
              ...(isPartly ? [] : [`Read one with get_skill, path ${shown[0]}.`]),
            ].join('\n');
      return { text, activity: { target: query, results: shown.length } };
    },
  };
}

/** Text without space is a name. */
function describePartly(query: string): string {
  const name = query.trim();
  return /\s/.test(name)
    ? 'No skill has all of these words in its name, tags or summary; these have some:'
    : `No skill covers '${name}'. Not sure, these have some of its words:`;
}

interface Forgiven {
  readonly keys: readonly string[];
  /** Without the limit. */
  readonly count: number;
  readonly isPartly: boolean;
}

/** By name, else all words, else most words. */
function searchForgivingly(
  served: ServedRegistry,
  { query, lang, limit }: { query: string; lang: string | undefined; limit: number },
): Forgiven {
  const search = served.search();
  const options = lang === undefined ? {} : { lang };
  const meant = search.resolve(query).filter((key) => lang === undefined || key.startsWith(`${lang}/`));
  if (meant.length > 0) return { keys: meant.slice(0, limit), count: meant.length, isPartly: false };
  const all = search.search(query, options);
  if (all.length > 0) {
    const keys = all.slice(0, limit).map(({ key }) => key);
    return { keys, count: all.length, isPartly: false };
  }
  const words = new Set(
    runsOf(libraryWords(query) ?? query).filter((word) => !STOP_WORDS.has(word.toLowerCase())),
  );
  const found = new Map<string, { words: number; score: number }>();
  for (const word of [...words].slice(0, MOST_WORDS)) {
    for (const { key, _score: score } of search.search(word, options)) {
      const known = found.get(key);
      found.set(key, { words: (known?.words ?? 0) + 1, score: (known?.score ?? 0) + score });
    }
  }
  const keys = [...found].sort(([, a], [, b]) => b.words - a.words || b.score - a.score).map(([key]) => key);
  return { keys: keys.slice(0, limit), count: keys.length, isPartly: true };
}

/** `go/acme/pool. Its author says: A pool of connections.`; with several layers also the registry. */
export function skillLine({ live }: ServedRegistry, key: string): string {
  const { entry, layer } = live.snapshot().records.get(key) ?? {};
  const summary: unknown = entry?.summary;
  const name = layer === undefined ? key : `${key}, registry ${truncate(layer.name)}`;
  return printable(
    typeof summary === 'string' && summary.trim() !== ''
      ? `${name}. Its author says: ${endSentence(summary)}`
      : name,
  );
}

function nothingFound(served: ServedRegistry, query: string, lang: string | undefined): string {
  const where = lang === undefined ? '' : ` for ${lang}; leave out lang to look everywhere`;
  const name = runsOf(query).join('-');
  const hint = didYouMean(name === '' ? [] : suggestKeys(served, name));
  const said =
    namedLibrary(query) === undefined
      ? `No skill has '${query}' in its name, tags or summary`
      : `No skill covers '${query.trim()}'`;
  return `${said}${where}.${hint} find_skills looks into the texts.`;
}

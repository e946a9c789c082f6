import type { ServedRegistry } from '../../service/served-registry.ts';
import { checkArguments } from './check-arguments.ts';
import inputSchema from './schemas/search-skills-arguments.schema.json';
import fits from './schemas/search-skills-arguments.schema.json?validate';
import outputSchema from './schemas/search-skills-result.schema.json';
import type { Tool } from './tool.ts';

/** What both searches take. */
export interface SearchArguments {
  readonly query: string;
  /** 1 to 1,000; 10 by default. */
  readonly limit?: number;
  readonly lang?: string;
}

export const DEFAULT_LIMIT = 10;

/** Keyword search in name, tags and summary. */
export function searchSkillsTool(served: ServedRegistry): Tool {
  return {
    name: 'search_skills',
    title: 'Search skills by keyword',
    description:
      'Which skills there are for a library or a topic: matches name, tags and summary. ' +
      'Use it when you know what the library is called; find_skills is for describing a task or a problem.',
    inputSchema,
    outputSchema,
    async call(args) {
      const {
        query,
        limit = DEFAULT_LIMIT,
        lang,
      } = checkArguments<SearchArguments>('search_skills', args, fits);
      const snapshot = served.live.snapshot();
      const matches = served.search().search(query, lang === undefined ? {} : { lang });
      const results = matches.slice(0, limit).map(({ key, name, language, _score: score }) => {
        const summary = summaryOf(snapshot.entries.get(key)?.summary);
        return { key, name, language, ...summary, score };
      });
      const lines = results.map(
        ({ key, summary, score }) => `${key} (${score})${summary ? `: ${summary}` : ''}`,
      );
      return {
        structured: { query, results },
        text:
          lines.length > 0
            ? lines.join('\n')
            : nothingFound(query, lang, 'find_skills looks into the texts.'),
        told: { target: query, results: results.length },
      };
    },
  };
}

/** A summary for an answer, if there is one. */
export function summaryOf(summary: unknown): { readonly summary?: string } {
  return typeof summary === 'string' && summary !== '' ? { summary } : {};
}

/** An empty answer never ends without the next step. */
export function nothingFound(query: string, lang: string | undefined, next: string): string {
  const where = lang === undefined ? '' : ` for ${lang}; leave out lang to look everywhere`;
  return `No skill matches '${query}'${where}. ${next}`;
}

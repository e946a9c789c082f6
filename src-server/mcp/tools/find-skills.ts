import type { FindResult } from '../../contract/api.ts';
import type { RegistrySnapshot } from '../../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { checkArguments } from './check-arguments.ts';
import inputSchema from './schemas/find-skills-arguments.schema.json';
import fits from './schemas/find-skills-arguments.schema.json?validate';
import outputSchema from './schemas/find-skills-result.schema.json';
import { DEFAULT_LIMIT, nothingFound, type SearchArguments, summaryOf } from './search-skills.ts';
import type { Tool } from './tool.ts';

/** The best section is looked for in the files, so only for as many results as anyone reads. */
const MOST_EXPLAINED = 50;

/** One result, with where to read on. */
export interface FoundSkill {
  readonly key: string;
  readonly language: string;
  readonly summary?: string;
  /** 0 to 100. */
  readonly score: number;
  readonly section?: { readonly file: string; readonly heading?: string; readonly snippet: string };
}

/** Ranks the skills by their texts. */
export function findSkillsTool(served: ServedRegistry): Tool {
  return {
    name: 'find_skills',
    title: 'Find skills for a task',
    description:
      'Ranks all skills by how well their texts answer a question in plain words, and says which section answers it best. ' +
      'Use it before a task whose libraries or dangers you are not sure of, then read on with get_section or get_skill.',
    inputSchema,
    outputSchema,
    async call(args, signal) {
      const { query, limit, lang } = checkArguments<SearchArguments>('find_skills', args, fits);
      const results = await findSkills(served, query, { limit, lang, signal });
      return {
        structured: { query, results },
        text:
          results.length > 0
            ? results.map(describe).join('\n\n')
            : nothingFound(query, lang, 'Use other words, or search_skills with the name of a library.'),
        told: { target: query, results: results.length },
      };
    },
  };
}

interface FindSkillsOptions {
  readonly limit?: number | undefined;
  readonly lang?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function findSkills(
  served: ServedRegistry,
  query: string,
  { limit = DEFAULT_LIMIT, lang, signal }: FindSkillsOptions = {},
): Promise<readonly FoundSkill[]> {
  const snapshot = served.live.snapshot();
  const options = { limit, signal, ...(lang === undefined ? {} : { lang }) };
  const search = served.search();
  const results =
    limit <= MOST_EXPLAINED
      ? (await search.explain(query, options)).results
      : await search.find(query, options);
  return results.map((result) => foundSkill(snapshot, result));
}

function foundSkill(snapshot: RegistrySnapshot, { key, score, section }: FindResult): FoundSkill {
  const entry = snapshot.entries.get(key);
  return {
    key,
    language: entry?.language ?? key.split('/')[0] ?? '',
    ...summaryOf(entry?.summary),
    score,
    ...(section === undefined
      ? {}
      : {
          section: {
            file: section.file,
            ...(section.heading === null ? {} : { heading: section.heading }),
            snippet: section.snippet,
          },
        }),
  };
}

function describe({ key, score, summary, section }: FoundSkill): string {
  const head = `${key} (${score})${summary === undefined ? '' : `: ${summary}`}`;
  if (section === undefined) return head;
  const heading = section.heading === undefined ? '' : `, ${section.heading}`;
  return `${head}\n  ${section.file}${heading}: ${section.snippet}`;
}

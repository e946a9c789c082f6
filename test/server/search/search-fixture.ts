/** Skills for search tests. */
import type { FindResult } from '../../../src-server/contract/api.ts';
import { FindIndex } from '../../../src-server/search/find-index.ts';
import { WEIGHTS } from '../../../src-server/search/find-weights.ts';
import { type ParsedQuery, parseQuery } from '../../../src-server/search/query.ts';
import { FindRanking } from '../../../src-server/search/ranking.ts';
import { resolveQuery } from '../../../src-server/search/resolve-query.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { SearchEngine } from '../../../src-server/search/search-engine.ts';
import { SkillNames } from '../../../src-server/search/skill-names.ts';
import { SkillSplitter } from '../../../src-server/search/split-skills.ts';
import { foreignCodeReason } from '../../../src-server/validation/rules/withheld.ts';

export type Texts = Readonly<Record<string, string>>;

export interface Skill {
  readonly key: string;
  readonly texts: Texts;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly symptoms?: readonly string[];
  readonly packages?: readonly string[];
  readonly dependencies?: readonly string[];
  readonly trustScore?: number;
  readonly authorEntries?: SearchDocument['authorEntries'];
}

export function documentOf({
  key,
  texts,
  tags = [],
  summary = '',
  symptoms = [],
  packages = [],
  dependencies = [],
  trustScore = 50,
  authorEntries = [],
}: Skill): SearchDocument {
  const [language = '', , name = ''] = key.split('/');
  const files = Object.keys(texts).map((path) => ({ path }));
  const withheld = foreignCodeReason(key, texts);
  return {
    key,
    name,
    language,
    tags,
    summary,
    symptoms,
    packages,
    dependencies,
    trustScore,
    authorEntries,
    files,
    ...(withheld !== undefined && { withheld }),
  };
}

/** A find index whose layers have these skills. */
export function indexOf(...layers: readonly (readonly Skill[])[]): FindIndex {
  const index = new FindIndex();
  for (const skills of layers) {
    const splitter = new SkillSplitter();
    const documents = new Map(skills.map((skill) => [skill.key, documentOf(skill)]));
    const terms = skills.map((skill) =>
      splitter.split(documentOf(skill), new Map(Object.entries(skill.texts))),
    );
    index.apply(splitter.batch(terms), (key) => documents.get(key));
  }
  return index;
}

/** A search over these skills. `reasons` say which agents don't get, also later. */
export function openSearch(
  skills: readonly Skill[],
  reasons: ReadonlyMap<string, string> = new Map(),
): SearchEngine {
  const texts = new Map(skills.map((skill) => [skill.key, new Map(Object.entries(skill.texts))]));
  const own = new Map(skills.map(({ key, texts }) => [key, foreignCodeReason(key, texts)]));
  const engine = new SearchEngine({
    textsOf: (key) => texts.get(key) ?? new Map(),
    withheldOf: (key) => reasons.get(key) ?? own.get(key),
  });
  const splitter = new SkillSplitter();
  const changed = skills.map(documentOf);
  const terms = changed.map((document) => splitter.split(document, texts.get(document.key) ?? new Map()));
  engine.apply({ changed, removed: [], terms: [splitter.batch(terms)] });
  return engine;
}

const ranking = new FindRanking(WEIGHTS);

/** The skills of an index that a query is a name of. */
export function namedBy(index: FindIndex, { text, name }: ParsedQuery): ReadonlySet<string> {
  const names = new SkillNames();
  names.update(
    index.skills.flatMap((skill) => skill?.document ?? []),
    [],
  );
  const named = names.resolve(text);
  return new Set(named.length > 0 ? named : names.resolve(name));
}

/** Keys and weights of everything that a query finds. */
export function rank(index: FindIndex, query: string, limit = 1000): Pick<FindResult, 'key' | 'raw_score'>[] {
  const parsed = parseQuery(query);
  return ranking
    .rank(index, resolveQuery(index, parsed, WEIGHTS), { limit, named: namedBy(index, parsed) })
    .ranked.map(({ document, weight }) => ({ key: document.key, raw_score: weight }));
}

export const keysOf = (results: readonly { readonly key: string }[]): string[] =>
  results.map(({ key }) => key);

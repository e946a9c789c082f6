import type { FindResult, SearchResult, SkillKey } from '../contract/api.ts';
import { withheldWarning } from '../contract/service.ts';
import { codeInQuestion } from './asked-code.ts';
import { type Explained, type Explanation, explainResults } from './explain.ts';
import { FindIndex } from './find-index.ts';
import { WEIGHTS } from './find-weights.ts';
import { BEST_SCORE, KeywordIndex } from './keyword-index.ts';
import { calledSkills, nameMessageSource, spokenSkills } from './message-source.ts';
import { type ParsedQuery, parseQuery, reducedMessage } from './query.ts';
import { FindRanking, type RankedDocument } from './ranking.ts';
import { knownWords, resolveQuery } from './resolve-query.ts';
import type { SearchDocument, TextsOf } from './search-document.ts';
import { type ImportedSkills, type RelatedNames, SkillNames } from './skill-names.ts';
import type { TermBatch } from './skill-terms.ts';
import { rememberRuns, rememberWords } from './word-analysis.ts';

export interface KeywordSearchOptions {
  readonly lang?: string;
  /** Prefers skills with the query as name, key or package. Default: false. */
  readonly names?: boolean;
}

export interface FindOptions {
  readonly limit: number;
  readonly lang?: string;
  /** The skill that is asked alone; by default all are. */
  readonly key?: SkillKey;
}

/** What search is to know of a change. */
export interface SearchChange<Skill> {
  readonly changed: readonly Skill[];
  readonly removed: readonly SkillKey[];
  /** Terms of these or earlier skills. Until they arrive, find knows the earlier texts. */
  readonly terms: readonly TermBatch[];
}

/** What is served of a skill now, which may be newer than what search knows of it. */
export interface ServedSkills {
  readonly textsOf: TextsOf;
  /** Why agents don't get a skill; undefined if they do. */
  readonly withheldOf: (key: SkillKey) => string | undefined;
}

/** Searches the registry in memory. */
export class SearchEngine {
  readonly #documents = new Map<SkillKey, SearchDocument>();
  readonly #names = new SkillNames();
  readonly #keywords = new KeywordIndex();
  readonly #index = new FindIndex();
  readonly #ranking = new FindRanking(WEIGHTS);
  readonly #toWord = rememberWords();
  readonly #termsOfRun = rememberRuns();
  readonly #served: ServedSkills;

  constructor(served: ServedSkills) {
    this.#served = served;
  }

  apply({ removed, terms, ...patch }: SearchChange<SearchDocument>): void {
    for (const key of removed) this.#documents.delete(key);
    this.#index.remove(removed);
    // Most edits change texts alone.
    const changed = patch.changed.filter((one) => !isSameDocument(one, this.#documents.get(one.key)));
    for (const document of changed) this.#documents.set(document.key, document);
    if (changed.length + removed.length > 0) {
      this.#keywords.update(changed, removed);
      this.#names.update(changed, removed);
    }
    for (const batch of terms) this.#index.apply(batch, (key) => this.#documents.get(key));
  }

  search(query: string, { lang, names = false }: KeywordSearchOptions = {}): readonly SearchResult[] {
    const found = this.#keywords.search(query, lang);
    const named = names ? this.#names.resolve(query) : [];
    const first = named.flatMap((key): SearchResult[] => {
      const document = this.#documents.get(key);
      if (document === undefined || (lang !== undefined && document.language !== lang)) return [];
      return [{ key, name: document.name, language: document.language, _score: BEST_SCORE }];
    });
    return named.length === 0 ? found : [...first, ...found.filter(({ key }) => !named.includes(key))];
  }

  resolve(asked: string): readonly SkillKey[] {
    return this.#names.resolve(asked);
  }

  /** The skills that code of a language means by an import. */
  imported(path: string, language: string): ImportedSkills {
    return this.#names.imported(path, language);
  }

  /** Returns like names, where no skill has the name whole. */
  related(asked: string): RelatedNames {
    return this.#names.related(asked);
  }

  /** What people are told of a skill that is withheld; undefined if agents get it. */
  withheldWarning(key: SkillKey): string | undefined {
    const why = this.#served.withheldOf(key);
    return why === undefined ? undefined : withheldWarning(why);
  }

  find(text: string, options: FindOptions): readonly FindResult[] {
    return toResults(this.#rank(text, options).ranked);
  }

  /** Adds terms and strength, and an entry to the first results. */
  explain(text: string, options: FindOptions): Explained {
    // How near the second result comes tells how sure the first one is, also if one is wanted.
    const found = this.#rank(text, { ...options, limit: Math.max(2, options.limit) });
    const [first, second] = found.ranked;
    const ranked = found.ranked.slice(0, options.limit);
    const { results, question } = explainResults(toResults(ranked), {
      ...found,
      ranked,
      called: calledSkills(this.#index, found.query),
      second: first && second && second.weight / first.weight,
      words: knownWords(found.query),
      skills: this.#index.documentCount,
      frequencies: this.#ranking.frequencies,
      textsOf: this.#served.textsOf,
      termsOfRun: this.#termsOfRun,
      withheldOf: this.#served.withheldOf,
    });
    const verdict =
      question.strength === 'weak' && question.verdict === 'match' ? 'unsure' : question.verdict;
    return { results, question: { ...question, verdict } };
  }

  #rank(
    text: string,
    { limit, lang, key: only }: FindOptions,
  ): Pick<Explanation, 'query' | 'source' | 'ranked' | 'matching'> {
    const index = this.#index;
    const code = codeInQuestion(text);
    const parsed = parseQuery(code?.words ?? reducedMessage(text), this.#toWord);
    const query = { ...resolveQuery(index, parsed, WEIGHTS), codeRuns: code?.runs };
    // The indexed document may be older than the current one.
    const accepts =
      lang === undefined
        ? undefined
        : ({ key }: SearchDocument) => this.#documents.get(key)?.language === lang;
    const source = nameMessageSource(index, text, this.#names);
    const isOther = source.isAsked === true && source.keys.size === 0;
    const named = new Set(source.isMessage || isOther ? [] : namedBy(text, parsed, this.#names));
    const spoken = code === undefined && !source.isMessage ? spokenSkills(index, query) : new Set<SkillKey>();
    return {
      query,
      source,
      ...this.#ranking.rank(index, query, { limit, only, accepts, named, spoken, speakers: source.keys }),
    };
  }
}

function isSameDocument(document: SearchDocument, before: SearchDocument | undefined): boolean {
  return before !== undefined && JSON.stringify(document) === JSON.stringify(before);
}

/** Makes results whose score is relative to the best one, with one decimal. */
function toResults(ranked: readonly RankedDocument[]): FindResult[] {
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ document, weight }) => ({
    key: document.key,
    score: Math.round((1000 * weight) / best) / 10,
    raw_score: weight,
  }));
}

/** Longer texts are no library name: `import numpy as np`. */
const MOST_NAME_WORDS = 4;

/** Returns the skills that the question is a name of. */
function namedBy(text: string, { name }: ParsedQuery, names: SkillNames): readonly SkillKey[] {
  if (text.trim().split(/\s+/, MOST_NAME_WORDS + 1).length > MOST_NAME_WORDS) return [];
  const named = names.resolve(text);
  return named.length > 0 ? named : names.resolve(name);
}

/** Skills that are indexed in one turn of the event loop. */
const TURN_SKILLS = 10;

/**
 * Splits a change into parts of `TURN_SKILLS` skills, so that requests are answered between them. The words of a batch
 * come with its first part. A batch without skills is a part, too: later batches refer to its words by number.
 */
export function inTurns<Skill extends { readonly key: SkillKey }>({
  changed,
  removed,
  terms,
}: SearchChange<Skill>): readonly [SearchChange<Skill>, ...SearchChange<Skill>[]] {
  const known = new Map(changed.map((skill) => [skill.key, skill]));
  const turns: SearchChange<Skill>[] = [];
  for (const { dictionary, words, skills } of terms) {
    const none = { first: words.first + words.terms.length, terms: [], forms: [], formTerms: [] };
    for (const [turn, own] of partsOf(skills).entries()) {
      const batch = { dictionary, words: turn === 0 ? words : none, skills: own };
      turns.push({ changed: own.flatMap(({ key }) => known.get(key) ?? []), removed: [], terms: [batch] });
    }
    for (const { key } of skills) known.delete(key);
  }
  if (known.size > 0 || turns.length === 0)
    for (const part of partsOf([...known.values()])) turns.push({ changed: part, removed: [], terms: [] });
  const [only, ...others] = turns as [SearchChange<Skill>, ...SearchChange<Skill>[]];
  return others.length === 0 ? [{ ...only, removed }] : [{ changed: [], removed, terms: [] }, ...turns];
}

/** Splits items into parts of `TURN_SKILLS`; at least one part, which may be empty. */
function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.max(1, Math.ceil(items.length / TURN_SKILLS)) }, (_, part) =>
    items.slice(part * TURN_SKILLS, (part + 1) * TURN_SKILLS),
  );
}

/** Searches the files of an exported site, in the page, with the ranking of a service. */
import type { FindResponse, SearchResponse, SkillKey } from '../contract/api.ts';
import { MOST_ENTRIES_SHOWN } from '../search/explain.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { SearchEngine } from '../search/search-engine.ts';
import type { NewWords, SkillTerms } from '../search/skill-terms.ts';

/** The file of the index in the folder of a site. */
export const SITE_INDEX = 'search-index.json';

/** What the worker of a service posts to its index, of all skills at once. */
export interface SiteIndex {
  readonly documents: readonly SearchDocument[];
  readonly words: NewWords;
  readonly skills: readonly WrittenTerms[];
}

/** Terms as the file has them: `blockTerms` and `codeRuns` are steps, which are small numbers that hosts compress well. */
type WrittenTerms = {
  readonly [Field in keyof SkillTerms]: SkillTerms[Field] extends string | number
    ? SkillTerms[Field]
    : Field extends 'records'
      ? string
      : readonly number[];
};

export function writeTerms(skill: SkillTerms): WrittenTerms {
  return {
    ...skill,
    blockTerms: steps(skill.blockTerms),
    blockStarts: steps(skill.blockStarts),
    records: btoa(Array.from(skill.records, (byte) => String.fromCharCode(byte)).join('')),
    filePassages: [...skill.filePassages],
    entries: [...skill.entries],
    codeRuns: steps(skill.codeRuns),
    codeEntries: [...skill.codeEntries],
  };
}

function readTerms(skill: WrittenTerms): SkillTerms {
  return {
    ...skill,
    blockTerms: sums(skill.blockTerms),
    blockStarts: sums(skill.blockStarts),
    records: Uint8Array.from(atob(skill.records), (character) => character.charCodeAt(0)),
    filePassages: Uint32Array.from(skill.filePassages),
    entries: Uint32Array.from(skill.entries),
    codeRuns: sums(skill.codeRuns),
    codeEntries: Uint16Array.from(skill.codeEntries),
  };
}

function steps(ascending: ArrayLike<number>): readonly number[] {
  return Array.from(ascending, (value, place) => value - (ascending[place - 1] ?? 0));
}

function sums(written: readonly number[]): Uint32Array {
  let sum = 0;
  return Uint32Array.from(written, (step) => {
    sum += step;
    return sum;
  });
}

/** Loads the texts of a skill by path. */
type LoadTexts = (document: SearchDocument, signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

export class SiteSearch {
  readonly #documents: ReadonlyMap<SkillKey, SearchDocument>;
  readonly #texts = new Map<SkillKey, ReadonlyMap<string, string>>();
  readonly #engine = new SearchEngine({
    textsOf: (key) => this.#texts.get(key) ?? NO_TEXTS,
    withheldOf: (key) => this.#documents.get(key)?.withheld,
  });
  readonly #load: LoadTexts;

  constructor({ documents, words, skills }: SiteIndex, load: LoadTexts) {
    this.#load = load;
    this.#documents = new Map(documents.map((document) => [document.key, document]));
    const terms = [{ dictionary: SITE_INDEX, words, skills: skills.map(readTerms) }];
    this.#engine.apply({ changed: documents, removed: [], terms });
  }

  /** Searches names, tags and summaries, as `GET /v1/search` does with `names=1`. */
  search(words: string): SearchResponse {
    return { query: words, results: [...this.#engine.search(words, { names: true })] };
  }

  /** Finds skills. The texts of the first results are loaded for their passages. */
  async find(question: string, limit: number, signal: AbortSignal): Promise<FindResponse> {
    const found = this.#engine.find(question, { limit });
    const shown = found.slice(0, MOST_ENTRIES_SHOWN).flatMap(({ key }) => this.#documents.get(key) ?? []);
    await Promise.all(
      shown.map(async (document) => {
        if (!this.#texts.has(document.key)) this.#texts.set(document.key, await this.#load(document, signal));
      }),
    );
    const explained = this.#engine.explain(question, { limit });
    const results = explained.results.map((result) => {
      const warning = this.#engine.withheldWarning(result.key);
      return { ...result, ...(warning !== undefined && { warning }) };
    });
    return { query: question, results, question: explained.question };
  }
}

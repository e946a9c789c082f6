/** Skills whose code is in another language than their library: they answer nothing strongly. */
import type { MatchStrength } from '../../contract/api/api.ts';
import { foreignCodeLanguage } from '../../markdown/code-language.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';
import { weaker } from './match-strength.ts';
import type { RankedDocument } from './ranked-document.ts';

const decoder = new TextDecoder();
/** Knows of each skill whether its code is in another language; reads a skill's texts once. */
export class ForeignCode {
  readonly #readTexts: ReadTexts;
  /** A document is another object once anything of its skill changes. */
  readonly #known = new WeakMap<SearchDocument, boolean>();

  constructor(readTexts: ReadTexts) {
    this.#readTexts = readTexts;
  }

  /** The strengths with no result above `partial` from the first skill on whose code is in another language. */
  async limit(
    strengths: readonly MatchStrength[],
    ranked: readonly RankedDocument[],
  ): Promise<readonly MatchStrength[]> {
    const strong = ranked
      .slice(0, strengths.filter((strength) => strength === 'strong').length)
      .map(({ document }) => document);
    await this.#read(strong.filter((document) => !this.#known.has(document)));
    const first = strong.findIndex((document) => this.#known.get(document));
    if (first < 0) return strengths;
    return strengths.map((strength, i) => (i < first ? strength : weaker(strength, 'partial')));
  }

  async #read(documents: readonly SearchDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const wanted = documents.map((document) => ({
      ...document,
      files: document.files.filter(({ path }) => path.endsWith('.md')),
    }));
    const read = await this.#readTexts(wanted).catch(() => []);
    for (const [i, document] of documents.entries()) {
      const texts = read[i]?.texts.flatMap((bytes) => (bytes === undefined ? [] : [decoder.decode(bytes)]));
      if (texts === undefined) continue;
      this.#known.set(document, foreignCodeLanguage(texts, document.language) !== undefined);
    }
  }
}

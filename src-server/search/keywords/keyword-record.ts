import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../summary.ts';
import { foldText, withCanonicalNames } from '../words/word-analysis.ts';
import { joined, type KeywordFields, type KeywordQuery, keywordFields } from './keyword-fields.ts';
import { documentPoints } from './keyword-points.ts';

/** A document that no table has yet: it is looked at by each query. */
export class KeywordRecord {
  readonly document: SearchDocument;
  /** Everything a word can match in, in one string: what isn't in it matches nowhere. Made when it is first wanted. */
  #text: string | undefined;
  #fields: KeywordFields | undefined;

  constructor(document: SearchDocument) {
    this.document = document;
  }

  /** 0 where some word of the query matches nowhere. */
  points(query: KeywordQuery): number {
    this.#text ??= makeText(this.document);
    const text = this.#text;
    if (!query.words.every((word) => text.includes(oneSigma(word)))) return 0;
    // Made when a query first gets this far: most documents never need them.
    this.#fields ??= keywordFields(this.document);
    return documentPoints(this.#fields, query);
  }

  /** Makes what a query looks at first; false where it was there. */
  prepare(): boolean {
    if (this.#text !== undefined) return false;
    this.#text = makeText(this.document);
    return true;
  }
}

function makeText({ name, tags, summary }: SearchDocument): string {
  const text = foldText(`${name} ${tags.join(' ')} ${plainSummary(summary)}`);
  return oneSigma(`${withCanonicalNames(text)} ${joined(name)}`);
}

/** A sigma at a word's end is another letter in lower case, and where a word ends is seen otherwise in a whole text. */
const oneSigma = (text: string): string => text.replaceAll('ς', 'σ');

/** Every number that find ranks by, and the formulas they stand in. docs/search-measurements.md says what each one gave. */
import { FIELD, OCCURRENCES } from '../index/segment.ts';

export interface FindWeights {
  /** How many occurrences in running text a place counts as. */
  readonly name: number;
  readonly tags: number;
  readonly language: number;
  readonly summary: number;
  readonly symptoms: number;
  readonly author: number;
  readonly heading: number;
  /** Share of the length that normalises: 0 not at all, 1 wholly. */
  readonly lengthShare: number;
  /** What a section with all words of the query adds, relative to the rest; 0 or more. */
  readonly together: number;
  /** What a symptom with more than a third of the query adds of what is beyond: it is likely what was pasted. 0 or more. */
  readonly quoted: number;
  /** Factor for the documents in a language that the query names. */
  readonly namedLanguage: number;
  /** Factor for a document that the whole query is a name of. */
  readonly askedName: number;
  /** Factor for the documents about the library that a message comes from. */
  readonly speaker: number;
  /** Weight of a word that stands in for one that the index doesn't know. */
  readonly replacement: number;
  /** Weight of a word of the field that is related to one of the query. */
  readonly related: number;
}

export const WEIGHTS: FindWeights = {
  name: 10,
  tags: 4,
  language: 4,
  summary: 3,
  symptoms: 6,
  author: 4,
  heading: 2,
  lengthShare: 0.4,
  together: 1,
  quoted: 2,
  namedLanguage: 2,
  askedName: 8,
  speaker: 4,
  replacement: 0.6,
  related: 0.3,
};

/** Inverse document frequency, `ln((N + 1) / (df + 0.5)) + 1`: rare words say more, common ones still something. */
export function inverseDocumentFrequency(documents: number, documentsWithTerm: number): number {
  return Math.log((documents + 1) / (documentsWithTerm + 0.5)) + 1;
}

/**
 * Sublinear term frequency, `ln(1 + tf)`, of every posting frequency there can be (`FIELD` bits and occurrences): the
 * tenth occurrence says less than the first.
 */
export function termFrequencyTable(weights: FindWeights): Float64Array {
  const table = new Float64Array(65_536);
  for (let frequency = 0; frequency < table.length; frequency += 1) {
    let tf = frequency & OCCURRENCES;
    if (frequency & FIELD.name) tf += weights.name;
    if (frequency & FIELD.tags) tf += weights.tags;
    if (frequency & FIELD.language) tf += weights.language;
    if (frequency & FIELD.summary) tf += weights.summary;
    if (frequency & FIELD.symptoms) tf += weights.symptoms;
    if (frequency & FIELD.author) tf += weights.author;
    if (frequency & FIELD.heading) tf += weights.heading;
    table[frequency] = Math.log1p(tf);
  }
  return table;
}

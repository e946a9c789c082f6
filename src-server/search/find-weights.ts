/** Parameters of the ranking, and what they make of occurrences; how they were chosen: docs/search.md. */
import { FIELD, OCCURRENCES } from './skill-terms.ts';

/**
 * Parameters of the order of skills. `name` to `heading` are occurrences in a text that a match in this field equals: with
 * `name: 10`, a word of a skill's name counts as if it stood ten times more in its files. `lengthShare` is 0 for no norm and 1
 * for division by the length. `together` and `quoted` are bonuses of 0 or more, `namedLanguage`, `askedName`,
 * `spokenName` and `speaker` factors, `replacement` and `related` shares of 0 to 1. `WEIGHTS` are in use.
 */
export interface FindWeights {
  readonly name: number;
  readonly tags: number;
  readonly language: number;
  readonly summary: number;
  readonly symptoms: number;
  readonly author: number;
  readonly heading: number;
  readonly lengthShare: number;
  /** Relative bonus of a passage with all query words; 0 or more. */
  readonly together: number;
  /** Bonus of query mass beyond a third in a symptom, likely pasted; 0 or more. */
  readonly quoted: number;
  readonly namedLanguage: number;
  readonly askedName: number;
  readonly spokenName: number;
  readonly speaker: number;
  readonly replacement: number;
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
  spokenName: 1.4,
  speaker: 4,
  replacement: 0.6,
  related: 0.3,
};

/** `ln(1 + tf)`, by posting frequency. */
export function termFrequencyTable(weights: FindWeights): Float64Array {
  const table = new Float64Array(65_536);
  // Matches in many fields equal as many occurrences as in others: each sum is taken to its logarithms once.
  const rows = new Map<number, Float64Array>();
  for (let fields = 0; fields < table.length; fields += OCCURRENCES + 1) {
    let more = 0;
    if (fields & FIELD.name) more += weights.name;
    if (fields & FIELD.tags) more += weights.tags;
    if (fields & FIELD.language) more += weights.language;
    if (fields & FIELD.summary) more += weights.summary;
    if (fields & FIELD.symptoms) more += weights.symptoms;
    if (fields & FIELD.author) more += weights.author;
    if (fields & FIELD.heading) more += weights.heading;
    const row =
      rows.get(more) ??
      Float64Array.from({ length: OCCURRENCES + 1 }, (_, found) => Math.log1p(found + more));
    rows.set(more, row);
    table.set(row, fields);
  }
  return table;
}

import { setImmediate } from 'node:timers/promises';
import type { BestSection, FindResult } from '../../contract/api.ts';
import type { FindIndex } from '../index/find-index.ts';
import type { ReadTexts } from '../search-document.ts';
import { describeSection, explainTerms, sectionPlace } from './find-explanation.ts';
import type { ResolvedQuery } from './find-query.ts';
import type { RankedDocument } from './find-ranking.ts';

/** Results whose section is shown, the first ones: each of them is a file to read. */
export const MOST_SECTIONS_SHOWN = 20;

const decoder = new TextDecoder('utf-8');

export interface Explanation {
  readonly index: FindIndex;
  readonly query: ResolvedQuery;
  readonly ranked: readonly RankedDocument[];
  /** Sublinear term frequency by posting frequency. */
  readonly frequencies: Float64Array;
  readonly readTexts: ReadTexts;
}

/** Adds to each of the results its terms, and to the first `MOST_SECTIONS_SHOWN` their best section. */
export async function explainResults(
  results: readonly FindResult[],
  { index, query, ranked, frequencies, readTexts }: Explanation,
): Promise<FindResult[]> {
  const sections = await bestSections(index, query, ranked.slice(0, MOST_SECTIONS_SHOWN), readTexts);
  return results.map((result, i) => {
    const section = sections.get(i);
    const terms = explainTerms(index, query, ranked[i] as RankedDocument, frequencies);
    return section === undefined ? { ...result, terms } : { ...result, terms, section };
  });
}

/** By place of the result: none where only metadata matched, or the file has changed, gone or can't be read. */
async function bestSections(
  index: FindIndex,
  query: ResolvedQuery,
  ranked: readonly RankedDocument[],
  readTexts: ReadTexts,
): Promise<ReadonlyMap<number, BestSection>> {
  const places = ranked.flatMap((document, result) => {
    const place = sectionPlace(index, document);
    return place === undefined ? [] : [{ ...place, result, document: document.document }];
  });
  const sections = new Map<number, BestSection>();
  const wanted = places.map(({ document, file }) => ({ ...document, files: [file] }));
  // A disk that doesn't answer costs the snippets, not the answer.
  const read = wanted.length === 0 ? [] : await readTexts(wanted).catch(() => []);
  for (const [i, { result, file, section }] of places.entries()) {
    const text = read[i]?.settled === true ? read[i].texts[0] : undefined;
    if (text === undefined) continue;
    const described = describeSection(decoder.decode(text), file.path, section, query);
    if (described !== undefined) sections.set(result, described);
    // A long text takes a while: others have their turn.
    await setImmediate();
  }
  return sections;
}

import type { FindIndex, SegmentView } from '../index/find-index.ts';
import { countDocuments, findPosting, METADATA, type Segment, startOfSections } from '../index/segment.ts';
import { LENGTH_UNIT } from '../index/segment-builder.ts';
import type { SearchDocument } from '../search-document.ts';
import { isCalled } from './asked-name.ts';
import { BestDocuments } from './best-documents.ts';
import type { ResolvedQuery } from './find-query.ts';
import { type FindWeights, termFrequencyTable } from './find-weights.ts';
import type { RankedDocument } from './ranked-document.ts';

export interface RankingOptions {
  readonly limit: number;
  /** Only documents that this accepts. */
  readonly accepts?: (document: SearchDocument) => boolean;
}

/** Sums in another order may differ in their last digits; a bound must not be under what it bounds for that. */
const ROUNDING = 1 + 1e-9;

/**
 * Ranks the documents that have a term of the query. The weight of a document is
 *
 *     sum of idf(t) · ln(1 + tf(t)) / norm  ·  (1 + b · together)  ·  language  ·  name
 *
 * where `norm` is the pivoted length `1 - s + s · length / mean length`, `together` the share of the query's idf that the
 * document's best section has (a symptom: what it has beyond a third counts `1 + quoted` times), `language` a factor for the
 * documents in a language that the query names, and `name` one for a document that is called like the whole query.
 */
export class FindRanking {
  readonly #weights: FindWeights;
  /** Sublinear term frequency by posting frequency. */
  readonly frequencies: Float64Array;
  // Reused from query to query; all zero in between.
  #sums = new Float64Array(0);
  #masses = new Float64Array(0);
  #touched = new Uint16Array(0);
  #sectionMasses = new Float64Array(256);
  /** Weight of the metadata's words that a section has too: it ranks nothing. */
  #metadataMasses = new Float64Array(256);

  constructor(weights: FindWeights) {
    this.#weights = weights;
    this.frequencies = termFrequencyTable(weights);
  }

  rank(index: FindIndex, query: ResolvedQuery, options: RankingOptions): RankedDocument[] {
    let total = 0;
    for (const { weight } of query.terms) total += weight;
    const best = new BestDocuments(options.limit);
    index.views.forEach((view, viewNumber) => {
      this.#rankView(index, view, viewNumber, query, total, options, best);
    });
    return best.sorted();
  }

  #rankView(
    index: FindIndex,
    view: SegmentView,
    viewNumber: number,
    query: ResolvedQuery,
    total: number,
    options: RankingOptions,
    best: BestDocuments,
  ): void {
    const touched = this.#sumTerms(view.segment, viewNumber, query);
    const { lengths } = view.segment;
    const { lengthShare, together, namedLanguage, askedName } = this.#weights;
    const unit = index.meanLength * LENGTH_UNIT;
    for (let i = 0; i < touched; i += 1) {
      const number = this.#touched[i] as number;
      const mass = this.#masses[number] as number;
      const sum = this.#sums[number] as number;
      this.#masses[number] = 0;
      this.#sums[number] = 0;
      const document = view.documents[number];
      if (document === undefined || options.accepts?.(document) === false) continue;
      const norm = 1 - lengthShare + (lengthShare * (lengths[number] as number)) / unit;
      const language = query.languages.has(document.language) ? namedLanguage : 1;
      const isNamed = isCalled(document.name, query.name);
      const base = (sum / norm) * language * (isNamed ? askedName : 1);
      const sections = countFileSections(view.segment, number, document);
      // No section can have more of the query than the document: most documents need no look at their sections.
      const most = sections === ALL ? mass : quotedMass(mass, total, this.#weights);
      if (base * (1 + (together * most) / total) * ROUNDING < best.threshold) continue;
      const found = this.#bestSection(view.segment, viewNumber, number, query, sections);
      const massTogether = Math.max(found.mass, quotedMass(found.symptomMass, total, this.#weights));
      const weight = base * (1 + (together * massTogether) / total);
      const subjectWeight = weight / language;
      const { section } = found;
      best.add({ document, view: viewNumber, number, weight, subjectWeight, isNamed, section });
    }
  }

  /** Adds up the terms of each document of a segment; returns how many documents have any. */
  #sumTerms(segment: Segment, viewNumber: number, query: ResolvedQuery): number {
    const documents = countDocuments(segment);
    if (this.#sums.length < documents) {
      this.#sums = new Float64Array(documents);
      this.#masses = new Float64Array(documents);
      this.#touched = new Uint16Array(documents);
    }
    const { postingDocuments, postingFrequencies } = segment;
    const sums = this.#sums;
    const masses = this.#masses;
    const touched = this.#touched;
    const frequencies = this.frequencies;
    let count = 0;
    for (const { weight, postings } of query.terms) {
      const { from, to } = postings[viewNumber] as { from: number; to: number };
      for (let i = from; i < to; i += 1) {
        const number = postingDocuments[i] as number;
        if (masses[number] === 0) {
          touched[count] = number;
          count += 1;
        }
        masses[number] = (masses[number] as number) + weight;
        sums[number] =
          (sums[number] as number) + weight * (frequencies[postingFrequencies[i] as number] as number);
      }
    }
    return count;
  }

  /**
   * The section that has most of the query, and what the symptom with most of it has; words of the metadata belong to each.
   * Symptoms follow the files' sections.
   */
  #bestSection(
    segment: Segment,
    viewNumber: number,
    number: number,
    query: ResolvedQuery,
    fileSections: number,
  ): { readonly mass: number; readonly symptomMass: number; readonly section: number } {
    const { postingFrequencies, sections } = segment;
    let everywhere = 0;
    let highest = -1;
    for (const { weight, postings } of query.terms) {
      const { from, to } = postings[viewNumber] as { from: number; to: number };
      const posting = from === to ? -1 : findPosting(segment, from, to, number);
      if (posting < 0) continue;
      const isMetadata = ((postingFrequencies[posting] as number) & METADATA) !== 0;
      if (isMetadata) everywhere += weight;
      let section = -1;
      for (let i = startOfSections(segment, posting); sections[i] !== 0; ) {
        let difference = 0;
        let shift = 0;
        let byte: number;
        do {
          byte = sections[i] as number;
          difference |= (byte & 127) << shift;
          shift += 7;
          i += 1;
        } while (byte > 127);
        section += difference;
        if (section > highest) highest = this.#clearSections(highest, section);
        const masses = isMetadata ? this.#metadataMasses : this.#sectionMasses;
        masses[section] = (masses[section] as number) + weight;
      }
    }
    let best = -1;
    let mass = 0;
    let shown = 0;
    const last = Math.min(highest, fileSections - 1);
    for (let section = 0; section <= last; section += 1) {
      const candidate = this.#sectionMasses[section] as number;
      const alsoShown = this.#metadataMasses[section] as number;
      // Of sections that are as good, the one in which the metadata's words stand too is the one to show.
      if (candidate > mass || (candidate === mass && alsoShown > shown)) {
        best = section;
        mass = candidate;
        shown = alsoShown;
      }
    }
    let ofSymptoms = 0;
    for (let section = last + 1; section <= highest; section += 1) {
      ofSymptoms = Math.max(ofSymptoms, this.#sectionMasses[section] as number);
    }
    const symptomMass = ofSymptoms === 0 ? 0 : ofSymptoms + everywhere;
    return { mass: mass + everywhere, symptomMass, section: best };
  }

  #clearSections(highest: number, section: number): number {
    if (section >= this.#sectionMasses.length) {
      this.#sectionMasses = grown(this.#sectionMasses, section * 2);
      this.#metadataMasses = grown(this.#metadataMasses, section * 2);
    }
    this.#sectionMasses.fill(0, highest + 1, section + 1);
    this.#metadataMasses.fill(0, highest + 1, section + 1);
    return section;
  }
}

/** Where no section is a symptom's. */
const ALL = Number.POSITIVE_INFINITY;

/** Sections of a document's files: those behind them are its symptoms. */
function countFileSections(
  { fileStarts, fileSections }: Segment,
  number: number,
  { files }: SearchDocument,
): number {
  const start = fileStarts[number] as number;
  if ((fileStarts[number + 1] as number) - start === files.length) return ALL;
  let count = 0;
  for (let file = start; file < start + files.length; file += 1) count += fileSections[file] as number;
  return count;
}

/** Share of a query that any symptom may have by chance. */
const QUOTED_FROM = 1 / 3;

/** What a symptom counts for that has so much of a query: beyond a third of it, as much again and again. */
function quotedMass(mass: number, total: number, { quoted }: FindWeights): number {
  return mass + quoted * Math.max(0, mass - total * QUOTED_FROM);
}

function grown(numbers: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const bigger = new Float64Array(length);
  bigger.set(numbers);
  return bigger;
}

import { GONE, languageBits, NAME_BITS, nameBits, WITH_SYMPTOMS } from '../index/document-traits.ts';
import type { FindIndex, SegmentView, TermPostings } from '../index/find-index.ts';
import { countDocuments, type Segment } from '../index/segment.ts';
import { LENGTH_UNIT } from '../index/segment-builder.ts';
import type { SearchDocument } from '../search-document.ts';
import { nameInOne } from '../words/name-in-one.ts';
import { BestDocuments } from './best-documents.ts';
import { type FindWeights, termFrequencyTable } from './find-weights.ts';
import { GreatestFirst } from './greatest-first.ts';
import type { RankedDocument } from './ranked-document.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import { SectionSums, type SegmentTerm } from './section-sums.ts';

export interface RankingOptions {
  readonly limit: number;
  /** Only documents that this accepts. */
  readonly accepts?: ((document: SearchDocument) => boolean) | undefined;
}

export interface Ranking {
  /** The best first. */
  readonly ranked: readonly RankedDocument[];
  /** How many documents have any word of the query, and are accepted. */
  readonly matching: number;
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
 *
 * No section can have more of the query than its document, and that bounds what the document weighs. Sections are looked at
 * of those documents alone that may be among the best, those with the greatest bound first.
 */
export class FindRanking {
  readonly #weights: FindWeights;
  /** Sublinear term frequency by posting frequency. */
  readonly frequencies: Float64Array;
  readonly #sections = new SectionSums();
  // Reused from query to query, all by document. The first two are zero in between.
  #sums = new Float64Array(0);
  #masses = new Float64Array(0);
  #bases = new Float64Array(0);
  #bounds = new Float64Array(0);
  #touched = new Uint16Array(0);

  constructor(weights: FindWeights) {
    this.#weights = weights;
    this.frequencies = termFrequencyTable(weights);
  }

  rank(index: FindIndex, query: ResolvedQuery, options: RankingOptions): Ranking {
    const asked = {
      name: query.name,
      nameBits: nameBits(query.name),
      languageBits: languageBits(query.languages),
      total: query.terms.reduce((sum, { weight }) => sum + weight, 0),
      lengthUnit: index.meanLength * LENGTH_UNIT,
    };
    const best = new BestDocuments(options.limit);
    let matching = 0;
    for (const [place, view] of index.views.entries()) {
      const terms = termsIn(query, place);
      if (terms.length === 0) continue;
      this.#makeRoom(countDocuments(view.segment));
      const touched = this.#sumTerms(view.segment, terms);
      const accepted = this.#boundWeights(view, asked, touched, options.accepts);
      this.#addBest(view, place, asked, terms, accepted, best);
      matching += accepted;
    }
    return { ranked: best.sorted(), matching };
  }

  #makeRoom(documents: number): void {
    if (this.#sums.length >= documents) return;
    this.#sums = new Float64Array(documents);
    this.#masses = new Float64Array(documents);
    this.#bases = new Float64Array(documents);
    this.#bounds = new Float64Array(documents);
    this.#touched = new Uint16Array(documents);
  }

  /** Adds up the terms of each document of a segment; returns how many documents have any. */
  #sumTerms(segment: Segment, terms: readonly SegmentTerm[]): number {
    const { postingDocuments, postingFrequencies } = segment;
    const sums = this.#sums;
    const masses = this.#masses;
    const touched = this.#touched;
    const frequencies = this.frequencies;
    let count = 0;
    for (const { weight, from, to } of terms) {
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
   * What the touched documents weigh without their sections, and at most with them. Returns how many are accepted; they
   * are the first of the touched ones then.
   */
  #boundWeights(
    { segment, traits, documents }: SegmentView,
    { name, nameBits, languageBits, total, lengthUnit }: Asked,
    count: number,
    accepts: RankingOptions['accepts'],
  ): number {
    const { lengthShare, together, namedLanguage, askedName } = this.#weights;
    const { lengths } = segment;
    const touched = this.#touched;
    let accepted = 0;
    for (let i = 0; i < count; i += 1) {
      const number = touched[i] as number;
      const mass = this.#masses[number] as number;
      const sum = this.#sums[number] as number;
      this.#masses[number] = 0;
      this.#sums[number] = 0;
      const trait = traits[number] as number;
      if (trait === GONE || accepts?.(documents[number] as SearchDocument) === false) continue;
      const norm = 1 - lengthShare + (lengthShare * (lengths[number] as number)) / lengthUnit;
      const language = (trait & languageBits) !== 0 ? namedLanguage : 1;
      const mayBeNamed = (trait & NAME_BITS) === nameBits;
      const isNamed = mayBeNamed && isCalled(documents[number] as SearchDocument, name);
      const base = (sum / norm) * language * (isNamed ? askedName : 1);
      const most = (trait & WITH_SYMPTOMS) === 0 ? mass : quotedMass(mass, total, this.#weights);
      this.#bases[number] = base;
      this.#bounds[number] = base * (1 + (together * most) / total) * ROUNDING;
      touched[accepted] = number;
      accepted += 1;
    }
    return accepted;
  }

  #addBest(
    view: SegmentView,
    place: number,
    { name, languageBits, total }: Asked,
    terms: readonly SegmentTerm[],
    accepted: number,
    best: BestDocuments,
  ): void {
    const { together, namedLanguage } = this.#weights;
    const order = new GreatestFirst(this.#touched, accepted, this.#bounds);
    for (let number = order.next(); number >= 0; number = order.next()) {
      if ((this.#bounds[number] as number) < best.threshold) return;
      const document = view.documents[number] as SearchDocument;
      const sections = countFileSections(view.segment, number, document);
      const { mass, symptomMass, section } = this.#sections.best(view.segment, number, terms, sections);
      const massTogether = Math.max(mass, quotedMass(symptomMass, total, this.#weights));
      const weight = (this.#bases[number] as number) * (1 + (together * massTogether) / total);
      const isNamedLanguage = ((view.traits[number] as number) & languageBits) !== 0;
      const subjectWeight = isNamedLanguage ? weight / namedLanguage : weight;
      const isNamed = isCalled(document, name);
      best.add({ document, view: place, number, weight, subjectWeight, isNamed, section });
    }
  }
}

/** A query as documents are weighed by it. */
interface Asked {
  /** As of `nameInOne`, '' for none; and its bits among a document's traits. */
  readonly name: string;
  readonly nameBits: number;
  readonly languageBits: number;
  /** Sum of the weights of its terms. */
  readonly total: number;
  /** Mean length of a document, in the unit of a segment's `lengths`. */
  readonly lengthUnit: number;
}

/** The terms of a query that a segment has. */
function termsIn({ terms }: ResolvedQuery, view: number): SegmentTerm[] {
  return terms.flatMap(({ weight, postings }) => {
    const { from, to } = postings[view] as TermPostings;
    return from === to ? [] : [{ weight, from, to }];
  });
}

/** Whether a document's name is what was asked for, whatever stands between its words. */
function isCalled(document: SearchDocument, asked: string): boolean {
  return asked !== '' && nameInOne(document.name) === asked;
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

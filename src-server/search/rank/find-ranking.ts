import type { SkillKey } from '../../contract/api/api.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { GONE, languageBits, WITH_SYMPTOMS } from '../index/document-traits.ts';
import type { FindIndex, IndexView, TermPostings } from '../index/find-index.ts';
import { countDocuments, LENGTH_UNIT, type Segment } from '../index/segment.ts';
import type { ResolvedQuery } from '../query/resolve-query.ts';
import type { SearchDocument } from '../search-document.ts';
import { type FindWeights, termFrequencyTable } from './find-weights.ts';
import { Heaviest } from './heaviest.ts';
import type { RankedDocument } from './ranked-document.ts';
import { SectionSums, type SegmentTerm } from './section-sums.ts';

interface RankingOptions {
  readonly limit: number;
  readonly accepts?: ((document: SearchDocument) => boolean) | undefined;
  readonly named?: ReadonlySet<SkillKey> | undefined;
  readonly speakers?: ReadonlySet<SkillKey>;
}

export interface Ranking {
  readonly ranked: readonly RankedDocument[];
  readonly matching: number;
}

/** Sums in another order may differ in their last digits. */
const ROUNDING = 1 + 1e-9;

const WEIGHED = -1;

interface Asked {
  readonly named: ReadonlySet<SkillKey>;
  readonly languages: number;
  readonly speakers: ReadonlySet<SkillKey>;
  readonly total: number;
  readonly lengthUnit: number;
}

interface ViewQuery {
  readonly view: IndexView;
  readonly viewPlace: number;
  readonly asked: Asked;
  readonly terms: readonly SegmentTerm[];
}

/**
 * Ranks documents with any query term by
 *
 *     sum of idf(t) · ln(1 + tf(t)) / norm  ·  (1 + b · together)  ·  language  ·  name  ·  speaker
 *
 * - `norm`: pivoted length `1 - s + s · length / mean length`
 * - `together`: share of the query's idf in the best section; in a symptom, idf beyond a third counts
 *   `1 + quoted` times
 * - `language`, `name`, `speaker`: factors for the query's language, the query as name, the message's source
 *
 * A section has at most its document's terms: a bound of the weight. Only possible best documents are
 * evaluated by section, highest bounds first.
 */
export class FindRanking {
  readonly #weights: FindWeights;
  readonly frequencies: Float64Array;
  readonly #sections: Pick<SectionSums, 'best'>;
  // Reused across queries. By document; all zero between queries:
  #sums = new Float64Array(0);
  #masses = new Float64Array(0);
  // By position among accepted documents with any query term:
  #accepted = new Uint16Array(0);
  #bases = new Float64Array(0);
  #bounds = new Float64Array(0);

  constructor(weights: FindWeights, sections: Pick<SectionSums, 'best'> = new SectionSums()) {
    this.#weights = weights;
    this.#sections = sections;
    this.frequencies = termFrequencyTable(weights);
  }

  rank(index: FindIndex, query: ResolvedQuery, options: RankingOptions): Ranking {
    const asked = {
      named: options.named ?? new Set<SkillKey>(),
      languages: languageBits(query.languages),
      speakers: options.speakers ?? new Set<SkillKey>(),
      total: query.terms.reduce((sum, { weight }) => sum + weight, 0),
      lengthUnit: index.meanLength * LENGTH_UNIT,
    };
    const best = new Heaviest(options.limit, compareRanked);
    let matching = 0;
    for (const [viewPlace, view] of index.views.entries()) {
      const terms = termsIn(query, viewPlace);
      if (terms.length === 0) continue;
      this.#makeRoom(countDocuments(view.segment));
      this.#sumTerms(view.segment, terms);
      const count = this.#boundWeights(view, asked, options.accepts);
      matching += count;
      this.#addBest({ view, viewPlace, asked, terms }, count, best);
    }
    return { ranked: best.sorted(), matching };
  }

  #makeRoom(documents: number): void {
    if (this.#sums.length >= documents) return;
    this.#sums = new Float64Array(documents);
    this.#masses = new Float64Array(documents);
    this.#bases = new Float64Array(documents);
    this.#bounds = new Float64Array(documents);
    this.#accepted = new Uint16Array(documents);
  }

  #sumTerms(segment: Segment, terms: readonly SegmentTerm[]): void {
    const { postingDocuments, postingFrequencies } = segment;
    const sums = this.#sums;
    const masses = this.#masses;
    const frequencies = this.frequencies;
    for (const { weight, from, to } of terms) {
      for (let i = from; i < to; i += 1) {
        const number = postingDocuments[i] as number;
        masses[number] = (masses[number] as number) + weight;
        sums[number] =
          (sums[number] as number) + weight * (frequencies[postingFrequencies[i] as number] as number);
      }
    }
  }

  /** Weights without sections, bounds with sections; returns the accepted number. */
  #boundWeights(view: IndexView, asked: Asked, accepts: RankingOptions['accepts']): number {
    const { lengthShare, together, namedLanguage, askedName, speaker } = this.#weights;
    const { traits, documents } = view;
    const { lengths } = view.segment;
    const { named, speakers, languages, total, lengthUnit } = asked;
    const sums = this.#sums;
    const masses = this.#masses;
    let count = 0;
    for (let number = 0; number < lengths.length; number += 1) {
      const mass = masses[number] as number;
      if (mass === 0) continue;
      const sum = sums[number] as number;
      masses[number] = 0;
      sums[number] = 0;
      const trait = traits[number] as number;
      if (trait === GONE || accepts?.(documents[number] as SearchDocument) === false) continue;
      const norm = 1 - lengthShare + (lengthShare * (lengths[number] as number)) / lengthUnit;
      const language = (trait & languages) !== 0 ? namedLanguage : 1;
      const { key } = documents[number] as SearchDocument;
      const name = named.size > 0 && named.has(key) ? askedName : 1;
      const base = (sum / norm) * language * name * (speakers.size > 0 && speakers.has(key) ? speaker : 1);
      const most = (trait & WITH_SYMPTOMS) === 0 ? mass : quotedMass(mass, total, this.#weights);
      this.#accepted[count] = number;
      this.#bases[count] = base;
      this.#bounds[count] = base * (1 + together * (most / total)) * ROUNDING;
      count += 1;
    }
    return count;
  }

  #addBest(query: ViewQuery, count: number, best: Heaviest<RankedDocument>): void {
    const bounds = this.#bounds;
    for (const { place } of this.#likeliest(count, best.limit)) {
      if ((bounds[place] as number) >= best.threshold) best.add(this.#weigh(query, place));
      bounds[place] = WEIGHED;
    }
    // A local copy: asking the heap for each document takes a fifth longer.
    let { threshold } = best;
    for (let place = 0; place < count; place += 1) {
      if ((bounds[place] as number) < threshold) continue;
      best.add(this.#weigh(query, place));
      ({ threshold } = best);
    }
  }

  /** By bound; empty if all documents fit. */
  #likeliest(count: number, limit: number): readonly { readonly place: number }[] {
    if (count <= limit) return [];
    const likeliest = new Heaviest<{ readonly place: number; readonly weight: number }>(limit);
    // A local copy, as above.
    let { threshold } = likeliest;
    for (let place = 0; place < count; place += 1) {
      const weight = this.#bounds[place] as number;
      if (weight <= threshold) continue;
      likeliest.add({ place, weight });
      ({ threshold } = likeliest);
    }
    return likeliest.sorted();
  }

  #weigh({ view, viewPlace, asked, terms }: ViewQuery, place: number): RankedDocument {
    const { together, namedLanguage, speaker } = this.#weights;
    const number = this.#accepted[place] as number;
    const document = view.documents[number] as SearchDocument;
    const trait = view.traits[number] as number;
    const sections = (trait & WITH_SYMPTOMS) === 0 ? ALL : countFileSections(view.segment, number, document);
    const { mass, symptomMass, section } = this.#sections.best(view.segment, number, terms, sections);
    const massTogether = Math.max(mass, quotedMass(symptomMass, asked.total, this.#weights));
    const weight = (this.#bases[place] as number) * (1 + (together * massTogether) / asked.total);
    const isNamedLanguage = (trait & asked.languages) !== 0;
    const isSpeaker = asked.speakers.has(document.key);
    const subjectWeight = weight / (isNamedLanguage ? namedLanguage : 1) / (isSpeaker ? speaker : 1);
    const isNamed = asked.named.has(document.key);
    return { document, view: viewPlace, number, weight, subjectWeight, isNamed, isSpeaker, section };
  }
}

function termsIn({ terms }: ResolvedQuery, view: number): SegmentTerm[] {
  return terms.flatMap(({ weight, postings }) => {
    const { from, to } = postings[view] as TermPostings;
    return from === to ? [] : [{ weight, from, to }];
  });
}

const ALL = Number.POSITIVE_INFINITY;

function countFileSections(
  { fileStarts, fileSections }: Segment,
  number: number,
  { files }: SearchDocument,
): number {
  const start = fileStarts[number] as number;
  let count = 0;
  for (let file = start; file < start + files.length; file += 1) count += fileSections[file] as number;
  return count;
}

/** Share of a query in a symptom by chance. */
const QUOTED_FROM = 1 / 3;

/** Beyond `QUOTED_FROM` of the query, counts `1 + quoted` times. */
function quotedMass(mass: number, total: number, { quoted }: FindWeights): number {
  return mass + quoted * Math.max(0, mass - total * QUOTED_FROM);
}

function compareRanked(a: RankedDocument, b: RankedDocument): number {
  return b.weight - a.weight || compareText(a.document.key, b.document.key);
}

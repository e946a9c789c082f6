import type { SkillKey } from '../contract/api.ts';
import { compareText } from '../contract/words.ts';
import { type FindIndex, type IndexedSkill, passageCounts, WITH_SYMPTOMS } from './find-index.ts';
import { type FindWeights, termFrequencyTable } from './find-weights.ts';
import { frequencyOf, skillOf } from './inverted-index.ts';
import type { QueryTerm, ResolvedQuery } from './resolve-query.ts';
import type { SearchDocument } from './search-document.ts';
import { LENGTH_UNIT, METADATA } from './skill-terms.ts';
import { frequencyIn, RecordReader } from './term-records.ts';
import { languageBit } from './word-analysis.ts';

/** Keeps the `limit` first items by `compare`, heaviest first. */
class TopK<T extends { readonly weight: number }> {
  readonly limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];

  constructor(limit: number, compare: (a: T, b: T) => number = (a, b) => b.weight - a.weight) {
    this.limit = limit;
    this.#compare = compare;
  }

  get threshold(): number {
    return this.#items[this.limit - 1]?.weight ?? 0;
  }

  add(item: T): void {
    const items = this.#items;
    let from = 0;
    let to = items.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#compare(item, items[middle] as T) < 0) to = middle;
      else from = middle + 1;
    }
    if (from >= this.limit) return;
    items.splice(from, 0, item);
    if (items.length > this.limit) items.pop();
  }

  sorted(): readonly T[] {
    return this.#items;
  }
}

export interface RankedDocument {
  /** The document as it was indexed. */
  readonly document: SearchDocument;
  readonly skill: IndexedSkill;
  readonly weight: number;
  /** The weight without the factors for language, speaker and a name in the question. */
  readonly subjectWeight: number;
  readonly isNamed: boolean;
  /** Whether the weight has the factor for a common word that the question uses as the skill's name. */
  readonly isSpoken: boolean;
  readonly isSpeaker: boolean;
  /** Share of the question that one of the skill's symptoms has, 0 to 1. */
  readonly quoted: number;
}

interface WeighedTerm {
  readonly number: number;
  readonly weight: number;
}

/** The highest sum of idf that one passage has of a question: of the passages of files, and of symptoms. */
interface PassageMasses {
  readonly mass: number;
  readonly symptomMass: number;
}

/** Sums of weights by passage. Words of the metadata count for each passage. */
class PassageSums {
  // The array is reused across documents, and all zero in between.
  #matchedIdf = new Float64Array(256);
  readonly #record = new RecordReader();

  best(skill: IndexedSkill, terms: readonly WeighedTerm[]): PassageMasses {
    const record = this.#record;
    let everywhere = 0;
    let highest = -1;
    for (const { number, weight } of terms) {
      if (!record.find(skill, number)) continue;
      if ((record.frequency & METADATA) !== 0) {
        everywhere += weight;
        continue;
      }
      let passage = 0;
      for (let left = record.readPassageCount(); left > 0; left -= 1) {
        passage = record.readPassage(passage);
        if (passage >= this.#matchedIdf.length) this.#grow(passage * 2);
        const matchedIdf = this.#matchedIdf;
        matchedIdf[passage] = (matchedIdf[passage] as number) + weight;
        if (passage > highest) highest = passage;
      }
    }
    return this.#take(highest + 1, everywhere, skill);
  }

  #take(count: number, everywhere: number, skill: IndexedSkill): PassageMasses {
    const matchedIdf = this.#matchedIdf;
    const filePassages = Math.min(count, countFilePassages(skill));
    let mass = 0;
    let ofSymptoms = 0;
    for (let passage = 0; passage < filePassages; passage += 1)
      mass = Math.max(mass, matchedIdf[passage] as number);
    for (let passage = filePassages; passage < count; passage += 1)
      ofSymptoms = Math.max(ofSymptoms, matchedIdf[passage] as number);
    matchedIdf.fill(0, 0, count);
    const symptomMass = ofSymptoms === 0 ? 0 : ofSymptoms + everywhere;
    return { mass: mass + everywhere, symptomMass };
  }

  #grow(length: number): void {
    const matchedIdf = this.#matchedIdf;
    this.#matchedIdf = new Float64Array(length);
    this.#matchedIdf.set(matchedIdf);
  }
}

function countFilePassages(skill: IndexedSkill): number {
  if (skill.document.symptoms.length === 0) return Number.POSITIVE_INFINITY;
  return passageCounts(skill).reduce((sum, count) => sum + count, 0);
}

interface RankingOptions {
  readonly limit: number;
  readonly accepts?: ((document: SearchDocument) => boolean) | undefined;
  /** The skill that is asked alone: no list of the others is read. */
  readonly only?: SkillKey | undefined;
  readonly named?: ReadonlySet<SkillKey> | undefined;
  /** Skills whose names are common words that the question uses as names. */
  readonly spoken?: ReadonlySet<SkillKey>;
  readonly speakers?: ReadonlySet<SkillKey>;
}

export interface Ranking {
  readonly ranked: readonly RankedDocument[];
  readonly matching: number;
}

/** Factor of bounds: sums in another order may differ in their last digits. */
const ROUNDING = 1 + 1e-9;

/** Takes the place of the bound of a skill that is weighed already: no threshold is below it. */
const WEIGHED = -1;

interface Asked {
  readonly terms: readonly QueryTerm[];
  readonly named: ReadonlySet<SkillKey>;
  readonly spoken: ReadonlySet<SkillKey>;
  readonly languages: number;
  readonly speakers: ReadonlySet<SkillKey>;
  readonly total: number;
  readonly lengthUnit: number;
  readonly accepts: RankingOptions['accepts'];
}

/**
 * Ranks documents with any query term by
 *
 *     sum of idf(t) · ln(1 + tf(t)) / norm  ·  (1 + b · together)  ·  language  ·  name  ·  speaker
 *
 * - `norm`: pivoted length `1 - s + s · length / mean length`
 * - `together`: share of the query's idf in the best passage; if the passage is a symptom, the share above a third is
 *   multiplied by `1 + quoted`
 * - `language`, `name`, `speaker`: factors for the query's language, the query as name or a name in it, the message's source
 *
 * No passage has more terms than its document, so the document's terms give an upper bound of its weight. Passages are
 * evaluated for the highest bounds first, until no other document can be among the best.
 */
export class FindRanking {
  readonly #weights: FindWeights;
  readonly frequencies: Float64Array;
  readonly #passages: Pick<PassageSums, 'best'>;
  // These are reused across queries: by the number of the skill, and all zero between queries.
  #sums = new Float64Array(0);
  #matchedIdf = new Float64Array(0);
  // These are by the position among accepted skills that have any query term.
  #accepted = new Uint32Array(0);
  #bases = new Float64Array(0);
  #bounds = new Float64Array(0);

  constructor(weights: FindWeights, passages: Pick<PassageSums, 'best'> = new PassageSums()) {
    this.#weights = weights;
    this.#passages = passages;
    this.frequencies = termFrequencyTable(weights);
  }

  rank(index: FindIndex, { terms, languages }: ResolvedQuery, options: RankingOptions): Ranking {
    const { named = new Set(), spoken = new Set(), speakers = new Set(), accepts, limit } = options;
    const bits = [...languages].reduce((sum, language) => sum | languageBit(language), 0);
    const total = terms.reduce((sum, { weight }) => sum + weight, 0);
    const lengthUnit = index.meanLength * LENGTH_UNIT;
    const asked = { terms, named, spoken, speakers, accepts, total, lengthUnit, languages: bits };
    if (options.only !== undefined) return this.#rankAlone(index, index.skillOf(options.only), asked);
    this.#makeRoom(index.skills.length);
    this.#sumTerms(terms);
    const matching = this.#boundWeights(index, asked);
    const best = new TopK(limit, compareRanked);
    this.#addBest(index.skills, asked, matching, best);
    return { ranked: best.sorted(), matching };
  }

  #rankAlone(index: FindIndex, skill: IndexedSkill | undefined, asked: Asked): Ranking {
    let sum = 0;
    let isMatching = false;
    for (const { number, weight } of skill === undefined ? [] : asked.terms) {
      const frequency = frequencyIn(skill as IndexedSkill, number);
      if (frequency === 0) continue;
      isMatching = true;
      sum += weight * (this.frequencies[frequency] as number);
    }
    const isAccepted = skill !== undefined && isMatching && asked.accepts?.(skill.document) !== false;
    if (!isAccepted) return { ranked: [], matching: 0 };
    return {
      ranked: [this.#weigh(skill, this.#baseOf(index, skill.number, sum, asked), asked)],
      matching: 1,
    };
  }

  #makeRoom(skills: number): void {
    if (this.#sums.length >= skills) return;
    const room = Math.ceil(skills * 1.25);
    this.#sums = new Float64Array(room);
    this.#matchedIdf = new Float64Array(room);
    this.#accepted = new Uint32Array(room);
    this.#bases = new Float64Array(room);
    this.#bounds = new Float64Array(room);
  }

  #sumTerms(terms: readonly QueryTerm[]): void {
    const sums = this.#sums;
    const matchedIdf = this.#matchedIdf;
    const frequencies = this.frequencies;
    for (const { weight, postings } of terms) {
      for (let i = 0; i < postings.length; i += 1) {
        const posting = postings[i] as number;
        const number = skillOf(posting);
        matchedIdf[number] = (matchedIdf[number] as number) + weight;
        sums[number] = (sums[number] as number) + weight * (frequencies[frequencyOf(posting)] as number);
      }
    }
  }

  /** Computes weights without passages, and bounds of the weights with them. Returns the number of accepted skills. */
  #boundWeights(index: FindIndex, asked: Asked): number {
    const { skills, traits } = index;
    const { together } = this.#weights;
    const { total, accepts } = asked;
    const sums = this.#sums;
    const matchedIdf = this.#matchedIdf;
    let count = 0;
    for (let number = 0; number < skills.length; number += 1) {
      const mass = matchedIdf[number] as number;
      if (mass === 0) continue;
      const sum = sums[number] as number;
      matchedIdf[number] = 0;
      sums[number] = 0;
      if (accepts?.((skills[number] as IndexedSkill).document) === false) continue;
      const base = this.#baseOf(index, number, sum, asked);
      const most =
        ((traits[number] as number) & WITH_SYMPTOMS) === 0 ? mass : quotedMass(mass, total, this.#weights);
      this.#accepted[count] = number;
      this.#bases[count] = base;
      this.#bounds[count] = base * (1 + together * (most / total)) * ROUNDING;
      count += 1;
    }
    return count;
  }

  /** Returns the weight without the bonus for passages. */
  #baseOf({ skills, lengths, traits }: FindIndex, number: number, sum: number, asked: Asked): number {
    const { lengthShare, namedLanguage } = this.#weights;
    const norm = 1 - lengthShare + (lengthShare * (lengths[number] as number)) / asked.lengthUnit;
    const language = ((traits[number] as number) & asked.languages) !== 0 ? namedLanguage : 1;
    const hasFactors = asked.named.size + asked.spoken.size + asked.speakers.size > 0;
    return (sum / norm) * language * (hasFactors ? this.#factorOf(skills[number] as IndexedSkill, asked) : 1);
  }

  #factorOf({ document: { key } }: IndexedSkill, { named, spoken, speakers }: Asked): number {
    const { askedName, spokenName, speaker } = this.#weights;
    const name = named.has(key) ? askedName : spoken.has(key) ? spokenName : 1;
    return name * (speakers.has(key) ? speaker : 1);
  }

  #addBest(skills: FindIndex['skills'], asked: Asked, count: number, best: TopK<RankedDocument>): void {
    const bounds = this.#bounds;
    const weigh = (place: number) =>
      this.#weigh(
        skills[this.#accepted[place] as number] as IndexedSkill,
        this.#bases[place] as number,
        asked,
      );
    for (const { place } of this.#likeliest(count, best.limit)) {
      if ((bounds[place] as number) >= best.threshold) best.add(weigh(place));
      bounds[place] = WEIGHED;
    }
    // A local copy is read here: asking `best` for each skill takes a fifth longer.
    let { threshold } = best;
    for (let place = 0; place < count; place += 1) {
      if ((bounds[place] as number) < threshold) continue;
      best.add(weigh(place));
      ({ threshold } = best);
    }
  }

  /** Returns the places with the highest bounds; empty if all documents fit. */
  #likeliest(count: number, limit: number): readonly { readonly place: number }[] {
    if (count <= limit) return [];
    const likeliest = new TopK<{ readonly place: number; readonly weight: number }>(limit);
    // A local copy is read here, too.
    let { threshold } = likeliest;
    for (let place = 0; place < count; place += 1) {
      const weight = this.#bounds[place] as number;
      if (weight <= threshold) continue;
      likeliest.add({ place, weight });
      ({ threshold } = likeliest);
    }
    return likeliest.sorted();
  }

  #weigh(skill: IndexedSkill, base: number, asked: Asked): RankedDocument {
    const { together, namedLanguage, spokenName, speaker } = this.#weights;
    const { document } = skill;
    const { mass, symptomMass } = this.#passages.best(skill, asked.terms);
    const massTogether = Math.max(mass, quotedMass(symptomMass, asked.total, this.#weights));
    const weight = base * (1 + (together * massTogether) / asked.total);
    const isNamedLanguage = (skill.languageBit & asked.languages) !== 0;
    const isSpeaker = asked.speakers.has(document.key);
    const isNamed = asked.named.has(document.key);
    const isSpoken = !isNamed && asked.spoken.has(document.key);
    const ofMessage = (isNamedLanguage ? namedLanguage : 1) * (isSpeaker ? speaker : 1);
    const subjectWeight = weight / ofMessage / (isSpoken ? spokenName : 1);
    const quoted = asked.total === 0 ? 0 : symptomMass / asked.total;
    return { document, skill, weight, subjectWeight, isNamed, isSpoken, isSpeaker, quoted };
  }
}

/** Share of a query that a symptom has by chance. */
const QUOTED_FROM = 1 / 3;

/** Returns the mass of a symptom. What exceeds `QUOTED_FROM` of the query counts `1 + quoted` times. */
function quotedMass(mass: number, total: number, { quoted }: FindWeights): number {
  return mass + quoted * Math.max(0, mass - total * QUOTED_FROM);
}

function compareRanked(a: RankedDocument, b: RankedDocument): number {
  return b.weight - a.weight || compareText(a.document.key, b.document.key);
}

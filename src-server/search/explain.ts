import type {
  BestSection,
  FindResult,
  MatchedTerm,
  MatchStrength,
  QuestionReport,
  SkillKey,
} from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { withheldSentence } from '../contract/service.ts';
import { type Sayings, sayingOf, sayingsOf } from './dangers.ts';
import { entryAt, type FileEntry } from './entries.ts';
import { describeEntry } from './excerpts.ts';
import { fieldsOf, filesOf } from './find-index.ts';
import { WEIGHTS } from './find-weights.ts';
import { weaker } from './match-measure.ts';
import type { MessageSource } from './message-source.ts';
import { isTelling } from './query.ts';
import type { RankedDocument, Ranking } from './ranking.ts';
import { type KnownWord, type ResolvedQuery, relatedTerms, writtenWord } from './resolve-query.ts';
import type { SearchDocument, TextsOf } from './search-document.ts';
import { OCCURRENCES } from './skill-terms.ts';
import { isAskedFor, strengthOf, verdictOf } from './strength.ts';
import { type AskedQuestion, isMeant } from './sure-match.ts';
import { frequencyIn } from './term-records.ts';
import { type AnsweringEntry, termsOfEntry, weighEntries } from './weigh-entries.ts';
import { type TermsOf, wantedTerms } from './word-analysis.ts';

const STANDING = {
  corrected: { replaced: true },
  near: { replaced: true },
  guessed: { replaced: true },
  related: { related: true },
} as const;

/**
 * Lists the terms that a skill has, with their shares of its weight, heaviest first.
 *
 * @param entry that is shown of it
 */
function explainTerms(
  query: ResolvedQuery,
  ranked: RankedDocument,
  frequencies: Float64Array,
  entry: AnsweringEntry | undefined,
): MatchedTerm[] {
  const { skill } = ranked;
  const matched: { -readonly [Field in keyof MatchedTerm]: MatchedTerm[Field] }[] = [];
  let sum = 0;
  for (const { word, term, weight, documents, kind, number } of query.terms) {
    const frequency = frequencyIn(skill, number);
    if (frequency === 0) continue;
    const part = weight * (frequencies[frequency] as number);
    sum += part;
    const shown = kind === 'own' ? undefined : writtenWord(term);
    // An answer has some hundred: none is copied.
    matched.push({
      word,
      term,
      occurrences: frequency & OCCURRENCES,
      skills: documents,
      places: fieldsOf(frequency),
      files: filesOf(skill, number),
      ...(kind !== 'own' && STANDING[kind]),
      ...(shown !== undefined && { shown }),
      weight: part,
      share: 0,
      ...(entry !== undefined && { here: entry.terms.has(term) }),
    });
  }
  for (const one of matched) {
    one.share = one.weight / sum;
    one.weight = (ranked.weight * one.weight) / sum;
  }
  return matched.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
}

export const MOST_ENTRIES_SHOWN = 10;

export interface Explanation extends Ranking {
  /** The number of skills in the index. */
  readonly skills: number;
  /** Weight of the second result, asked for or not, as a share of the first one's; undefined where there is none. */
  readonly second: number | undefined;
  readonly called: ReadonlySet<SkillKey>;
  readonly words: readonly KnownWord[];
  readonly query: ResolvedQuery;
  readonly source: MessageSource;
  readonly frequencies: Float64Array;
  readonly textsOf: TextsOf;
  /** Gives the terms of a run of letters and digits. */
  readonly termsOfRun: TermsOf;
  /** Why agents don't get a skill; undefined if they do. */
  readonly withheldOf: (key: SkillKey) => string | undefined;
}

export interface Explained {
  readonly results: readonly FindResult[];
  readonly question: QuestionReport;
}

/** Adds terms and strength, and an entry to the first `MOST_ENTRIES_SHOWN`. */
export function explainResults(results: readonly FindResult[], explanation: Explanation): Explained {
  const { skills, words, second, called, query, source, ranked, matching, frequencies, withheldOf } =
    explanation;
  const shown = shownEntries(query, ranked.slice(0, MOST_ENTRIES_SHOWN), explanation);
  const terms = ranked.map((document, i) => explainTerms(query, document, frequencies, shown[i]?.entry));
  const questionAt = (place: number): AskedQuestion => ({
    query,
    source,
    words,
    skills,
    frequencies,
    called,
    second: place === 0 ? second : (ranked[0]?.weight ?? 0) / (ranked[place]?.weight ?? 1),
  });
  const judgedAt = (document: RankedDocument, place: number) =>
    strengthOf(document, questionAt(place), shown[place]?.entry);
  const subject = subjectPlace(ranked, withheldOf, (document, place) =>
    isAskedFor(document, questionAt(place), judgedAt(document, place)),
  );
  const asked = questionAt(subject);
  const first = ranked[subject];
  const judged = first && judgedAt(first, subject);
  const why = first && withheldOf(first.document.key);
  // If the skill is withheld, the next one is not strong in its place.
  const strength = why !== undefined ? weaker(judged ?? 'weak', 'partial') : (judged ?? 'weak');
  const isSaid = first !== undefined && why !== undefined && isAskedFor(first, asked, judged ?? 'weak');
  // Who asks about a library by its name gets no answer from another one.
  const isAside = isSaid && isMeant(first, asked);
  const behind = ranked.slice(subject);
  const strengthAt = (place: number): MatchStrength => {
    if (place === subject) return strength;
    if (place < subject) return weaker(judgedAt(ranked[place] as RankedDocument, place), 'partial');
    return isAside ? 'weak' : strengthBehind(strength, behind, place - subject);
  };
  const explained = results.map((result, i): FindResult => {
    const { section, also } = shown[i] ?? {};
    return {
      ...result,
      strength: strengthAt(i),
      terms: terms[i] ?? [],
      ...(section && { section }),
      ...(also && also.length > 0 && { also }),
    };
  });
  const silent = silentWords(query, words);
  const question = {
    strength,
    ...verdictOf(first, strength, asked, shown[subject]?.entry),
    ...(isSaid && { withheld: withheldSentence(first.document.key, why) }),
    skills,
    matching,
    words: words.filter(({ asked }) => !silent.has(asked.term)).map(({ asked }) => asked),
    left_out: [...query.leftOut, ...silent.values()],
  };
  return { results: explained, question };
}

/**
 * Returns the place of the result that the report is about: of the first skill that agents get, or of a withheld one
 * before it that the question is about. Withheld skills that match by chance are passed over; 0 if there are no others.
 */
function subjectPlace(
  ranked: readonly RankedDocument[],
  withheldOf: Explanation['withheldOf'],
  isAbout: (document: RankedDocument, place: number) => boolean,
): number {
  const place = ranked.findIndex(
    (document, at) => withheldOf(document.document.key) === undefined || isAbout(document, at),
  );
  return Math.max(0, place);
}

/** Share of the best weight below which a result is weak. */
const WEAK_BELOW = 0.5;

/** Only the first result is strong, and libraries that the question names. */
function strengthBehind(
  first: MatchStrength,
  ranked: readonly RankedDocument[],
  place: number,
): MatchStrength {
  if (isWeakBehind(ranked, place)) return 'weak';
  return ranked[place]?.isNamed === true ? first : weaker(first, 'partial');
}

/** Nobody reads an excerpt of what is probably about another subject. */
function isWeakBehind(ranked: readonly RankedDocument[], place: number): boolean {
  return (ranked[place]?.weight ?? 0) < WEAK_BELOW * (ranked[0]?.weight ?? 0);
}

/** Returns the words that no skill has and that say nothing, by term. A query of stop words alone keeps them. */
function silentWords({ words }: ResolvedQuery, known: readonly KnownWord[]): ReadonlyMap<string, string> {
  const absent = new Set(known.filter(({ asked }) => asked.skills === 0).map(({ asked }) => asked.term));
  const silent = words.filter((word) => absent.has(word.term) && !isTelling(word));
  return new Map(silent.map(({ term, surface }) => [term, surface]));
}

interface ShownEntry {
  readonly section: BestSection;
  readonly also: NonNullable<FindResult['also']>;
  readonly entry: AnsweringEntry;
}

/** How many further entries of a skill are named: the first ones always, others only if they weigh as much. */
const MOST_FURTHER = 7;
const SURE_FURTHER = 4;
const FURTHER_SHARE = 0.25;

const knownSayings = new WeakMap<SearchDocument, Sayings>();

/** Returns what the author says of entries, made once for each document. */
function sayingsIn(document: SearchDocument): Sayings {
  const sayings = knownSayings.get(document) ?? sayingsOf(document.authorEntries ?? []);
  knownSayings.set(document, sayings);
  return sayings;
}

/** Returns the entries that answer, by result; undefined for a result without a match in its texts. */
function shownEntries(
  query: ResolvedQuery,
  ranked: readonly RankedDocument[],
  { textsOf, termsOfRun }: Pick<Explanation, 'textsOf' | 'termsOfRun'>,
): readonly (ShownEntry | undefined)[] {
  const shares = sharesOf(query);
  const asked = { shares, termsAt: wantedTerms(new Set(shares.keys()), termsOfRun) };
  return ranked.map(({ document, skill }, place) => {
    const texts = textsOf(document.key);
    const weighed = weighEntries(skill, query);
    const [best] = weighed;
    const found = best && entryAt(texts, best.path, best.number, best.line);
    if (best === undefined || found === undefined) return undefined;
    const cut = { ...found, text: found.text.slice(0, LIMITS.analyzedLength) };
    const sayings = sayingsIn(document);
    const saidOf = (entry: FileEntry) => {
      const danger = sayingOf(sayings, entry);
      return danger === undefined ? {} : { danger };
    };
    const also: NonNullable<FindResult['also']>[number][] = [];
    for (const { path, number, line, weight, kind } of weighed.slice(1)) {
      if (
        also.length === MOST_FURTHER ||
        (also.length >= SURE_FURTHER && weight < FURTHER_SHARE * best.weight)
      )
        break;
      const next = kind === 'start' ? undefined : entryAt(texts, path, number, line);
      if (next?.title !== undefined)
        also.push({ file: path, heading: next.title, line_start: line, ...saidOf(next) });
    }
    const entry = { ...best, terms: termsOfEntry(skill, query, best) };
    return {
      section: {
        ...describeEntry(cut, place > 0 && isWeakBehind(ranked, place) ? undefined : asked),
        ...saidOf(found),
      },
      also,
      entry,
    };
  });
}

/** Returns the terms of a question with their shares: 1 for its own words and for what a mistyped one must mean, less for related ones. */
function sharesOf({ terms, words }: ResolvedQuery): ReadonlyMap<string, number> {
  const related = words.flatMap(({ term }) =>
    relatedTerms(term).map((one) => [one, WEIGHTS.related] as const),
  );
  const shares = new Map([...related, ...words.map(({ term }) => [term, 1] as const)]);
  for (const { term, kind } of terms) if (kind === 'corrected') shares.set(term, 1);
  return shares;
}

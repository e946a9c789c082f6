import type {
  BestSection,
  FindResult,
  MatchedTerm,
  QuestionReport,
  SectionCounts,
} from '../contract/api/api.ts';
import { nextTurn } from '../next-turn.ts';
import { describeSection } from './excerpts/describe-section.ts';
import type { KnownWord } from './query/asked-words.ts';
import { saysSomething } from './query/parse-query.ts';
import type { ResolvedQuery } from './query/resolve-query.ts';
import { explainTerms } from './rank/explain-terms.ts';
import type { Ranking } from './rank/find-ranking.ts';
import type { RankedDocument } from './rank/ranked-document.ts';
import type { ReadTexts, SearchFile } from './search-document.ts';
import { type SectionCandidates, sectionCandidates } from './sections/section-candidates.ts';
import { chooseSection } from './sections/section-choice.ts';
import { countTerms, readSection } from './sections/section-reading.ts';
import type { MessageSource } from './speakers/name-message-source.ts';
import { type ForeignCode, limitForeignCode } from './strength/foreign-code.ts';
import {
  informativeWords,
  judgeSource,
  limitLanguage,
  noiseShare,
  verdictOf,
} from './strength/judge-source.ts';
import { matchStrength, strengthsOf, subjectWeight } from './strength/match-strength.ts';
import { sectionEvidence } from './strength/section-evidence.ts';
import { rememberTerms } from './words/remember-terms.ts';

export const MOST_SECTIONS_SHOWN = 20;

export interface Explanation extends Ranking {
  /** Of the index. */
  readonly skills: number;
  readonly words: readonly KnownWord[];
  readonly query: ResolvedQuery;
  readonly source: MessageSource;
  readonly frequencies: Float64Array;
  readonly readTexts: ReadTexts;
  readonly foreignCode: ForeignCode;
}

export interface Explained {
  readonly results: readonly FindResult[];
  readonly question: QuestionReport;
  readonly firstSection?: string;
}

/** Adds terms and strength, and a section to the first `MOST_SECTIONS_SHOWN`. */
export async function explainResults(
  results: readonly FindResult[],
  { skills, words, query, source, ranked, matching, frequencies, readTexts, foreignCode }: Explanation,
): Promise<Explained> {
  const terms = ranked.map((document) => explainTerms(query, document, frequencies));
  const shown = ranked.slice(0, MOST_SECTIONS_SHOWN);
  const sections = await readSections(query, words, shown, readTexts);
  const subject = informativeWords(query.text, words);
  const asked = { query, source, words: subject };
  const judged = strengthsOf(ranked, (document, i) => {
    const read = sections.get(i);
    const found = sectionEvidence(subject, query.languageTerms, document, read?.number).map((word, at) => ({
      ...word,
      inProse: isInProse(subject[at], read?.counts),
    }));
    const languageShare = (terms[i] ?? [])
      .filter(({ term }) => query.languageTerms.has(term))
      .reduce((sum, { share }) => sum + share, 0);
    const tellingWeight = document.subjectWeight * (1 - noiseShare(terms[i] ?? [], subject));
    const weight = subjectWeight(tellingWeight, languageShare);
    const strength = judgeSource(document, asked, () => matchStrength(found, weight, skills));
    return limitLanguage(document, i, query.languages, strength);
  });
  const warnings: (string | undefined)[] = [];
  for (const { document } of ranked.slice(0, judged.filter((one) => one === 'strong').length))
    warnings.push(await foreignCode.warningFor(document));
  const strengths = limitForeignCode(judged, warnings);
  const explained = results.map((result, i): FindResult => {
    const read = sections.get(i);
    const counted = (terms[i] ?? []).map((term) => withCounts(term, words, read?.counts));
    const strength = strengths[i] ?? 'weak';
    return { ...result, strength, terms: counted, ...(read && { section: read.section }) };
  });
  const silent = silentWords(query, words);
  const strength = strengths[0] ?? 'weak';
  const question = {
    strength,
    ...verdictOf(ranked[0], strength, asked),
    skills,
    matching,
    words: words.filter(({ asked }) => !silent.has(asked.term)).map(({ asked }) => asked),
    left_out: [...query.leftOut, ...silent.values()],
  };
  const firstSection = sections.get(0)?.whole;
  return { results: explained, question, ...(firstSection !== undefined && { firstSection }) };
}

/** By term: uninformative words in no skill. Only a query of stop words keeps uninformative words. */
function silentWords({ words }: ResolvedQuery, known: readonly KnownWord[]): ReadonlyMap<string, string> {
  const absent = new Set(known.filter(({ asked }) => asked.skills === 0).map(({ asked }) => asked.term));
  const silent = words.filter((word) => absent.has(word.term) && !saysSomething(word));
  return new Map(silent.map(({ term, surface }) => [term, surface]));
}

const NONE: SectionCounts = { heading: 0, text: 0, code: 0 };

function withCounts(
  term: MatchedTerm,
  words: readonly KnownWord[],
  counts: ReadonlyMap<string, SectionCounts> | undefined,
): MatchedTerm {
  if (counts === undefined) return term;
  const word = words.find(({ asked }) => asked.term === term.term);
  const joined = (word?.joined ?? []).flatMap((one) => counts.get(one.term) ?? []);
  const here = counts.get(term.term) ?? NONE;
  return joined.length === 0 ? { ...term, here } : { ...term, here, joined: joined.reduce(added, NONE) };
}

function isInProse(
  word: KnownWord | undefined,
  counts: ReadonlyMap<string, SectionCounts> = new Map(),
): boolean {
  const terms = [
    ...(word?.terms ?? []).filter(({ kind }) => kind === 'own' || kind === 'corrected'),
    ...(word?.joined ?? []),
  ];
  return terms.some(({ term }) => {
    const { heading, text } = counts.get(term) ?? NONE;
    return heading + text > 0;
  });
}

function added(a: SectionCounts, b: SectionCounts): SectionCounts {
  return { heading: a.heading + b.heading, text: a.text + b.text, code: a.code + b.code };
}

interface ReadSection {
  readonly section: BestSection;
  readonly whole: string;
  readonly number: number;
  readonly counts: ReadonlyMap<string, SectionCounts>;
}

interface AskedSections {
  readonly document: RankedDocument;
  readonly candidates: SectionCandidates;
  readonly files: readonly SearchFile[];
}

/** By result. Missing without a match in texts, or for changed or unreadable files. */
async function readSections(
  query: ResolvedQuery,
  words: readonly KnownWord[],
  ranked: readonly RankedDocument[],
  readTexts: ReadTexts,
): Promise<ReadonlyMap<number, ReadSection>> {
  const weights = shownWeights(query, words);
  const termsOf = rememberTerms(weights);
  const asked: AskedSections[] = [];
  for (const document of ranked) {
    const candidates = sectionCandidates(query, words, document);
    asked.push({ candidates, files: [...new Set(candidates.places.map(({ file }) => file))], document });
  }
  const wanted = asked.map(({ document: { document }, files }) => ({ ...document, files }));
  // If the disk doesn't respond, answers without snippets.
  const read = wanted.length === 0 ? [] : await readTexts(wanted).catch(() => []);
  const sections = new Map<number, ReadSection>();
  for (const [result, { candidates, files }] of asked.entries()) {
    const texts = new Map(
      files.flatMap((file, i) => {
        const text = read[result]?.texts[i];
        return text === undefined ? [] : [[file, text] as const];
      }),
    );
    const place = await chooseSection(texts, candidates, termsOf);
    const text = place && texts.get(place.file);
    const found = place && text && readSection(text, place.file.path, place.section, termsOf);
    if (found) {
      const counts = countTerms(text, found);
      const described = describeSection(text, place.file.path, found, weights);
      sections.set(result, { ...described, counts, number: place.number });
    }
    // Long texts take long.
    await nextTurn();
  }
  return sections;
}

/** A joined word weighs as much as its parts. */
function shownWeights(query: ResolvedQuery, words: readonly KnownWord[]): ReadonlyMap<string, number> {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const own = new Set(weights.keys());
  for (const { terms, joined } of words) {
    for (const { term } of joined) {
      if (own.has(term)) continue;
      const part = Math.max(0, ...terms.map((known) => weights.get(known.term) ?? 0));
      weights.set(term, (weights.get(term) ?? 0) + part);
    }
  }
  return weights;
}

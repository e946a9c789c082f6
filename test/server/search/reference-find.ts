/** The formula of docs/search.md word for word, without an index: every text is read for every query. */
import { WEIGHTS } from '../../../src-server/search/find-weights.ts';
import { visitText } from '../../../src-server/search/passages.ts';
import { namedLanguages, verbPlaces } from '../../../src-server/search/query.ts';
import { relatedTerms } from '../../../src-server/search/resolve-query.ts';
import {
  analyzeName,
  analyzeRun,
  foldText,
  runsOf,
  wordsOf,
} from '../../../src-server/search/word-analysis.ts';
import { STOP_WORDS } from '../../../src-server/search/word-lists.ts';
import type { Skill } from './search-fixture.ts';

interface Reading {
  readonly key: string;
  readonly name: string;
  readonly language: string;
  /** Occurrences in texts. */
  readonly counts: Map<string, number>;
  /** What fields and headings add. */
  readonly extra: Map<string, number>;
  readonly metadata: Set<string>;
  readonly passages: Set<string>[];
  readonly symptoms: Set<string>[];
}

function read({ key, texts, tags = [], summary = '', symptoms = [] }: Skill): Reading {
  const [language = '', author = '', name = ''] = key.split('/');
  const counts = new Map<string, number>();
  const fields = new Map<string, Set<keyof typeof WEIGHTS>>();
  const metadata = new Set<string>();
  const passages: Set<string>[] = [];
  const addField = (term: string, field: keyof typeof WEIGHTS): void => {
    fields.set(term, (fields.get(term) ?? new Set()).add(field));
    if (field !== 'heading' && field !== 'symptoms') metadata.add(term);
  };
  for (const { term } of analyzeName(name)) addField(term, 'name');
  for (const { term } of analyzeName(author)) addField(term, 'author');
  for (const { term } of analyzeName(language)) addField(term, 'language');
  for (const { term } of tags.flatMap((name) => analyzeName(name))) addField(term, 'tags');
  for (const { term } of runsOf(summary).flatMap((run) => analyzeRun(run))) addField(term, 'summary');
  for (const text of Object.values(texts)) {
    let passage = new Set<string>();
    visitText(text, true, {
      run(start, end, inHeading) {
        for (const { term } of analyzeRun(text.slice(start, end))) {
          counts.set(term, (counts.get(term) ?? 0) + 1);
          passage.add(term);
          if (inHeading) addField(term, 'heading');
        }
      },
      passageEnd() {
        passages.push(passage);
        passage = new Set();
      },
    });
  }
  const ofSymptoms: Set<string>[] = [];
  for (const symptom of symptoms) {
    const terms = runsOf(symptom).flatMap((run) => analyzeRun(run).map(({ term }) => term));
    for (const term of terms) addField(term, 'symptoms');
    ofSymptoms.push(new Set(terms));
  }
  const extra = new Map(
    [...fields].map(([term, names]) => [term, [...names].reduce((sum, field) => sum + WEIGHTS[field], 0)]),
  );
  return { key, name, language, counts, extra, metadata, passages, symptoms: ofSymptoms };
}

/** Weights by key of all skills that have a word of the query. Knows no stand-ins for unknown words. */
export function referenceFind(skills: readonly Skill[], query: string): Map<string, number> {
  const readings = skills.map(read);
  const has = (reading: Reading, term: string): boolean =>
    reading.counts.has(term) || reading.extra.has(term);
  const all = runsOf(query);
  const wordsByRun = all.map((run) => wordsOf(run));
  const words = wordsByRun.flat();
  const verbs = verbPlaces(all);
  const said = all.filter((_, place) => !verbs.has(place));
  const telling = said.flatMap((run) => wordsOf(run)).filter(({ surface }) => !STOP_WORDS.has(surface));
  const terms = [...new Set((telling.length > 0 ? telling : words).map(({ term }) => term))];
  const languageNames = namedLanguages(all, verbs, wordsByRun);
  const isLanguage = (run: string): boolean => wordsOf(run).some(({ term }) => languageNames.has(term));
  const seen = new Set<string>();
  const runs = all.filter((run) => {
    const fresh = wordsOf(run).filter(({ term }) => terms.includes(term) && !seen.has(term));
    for (const { term } of fresh) seen.add(term);
    return fresh.length > 0;
  });
  const others = runs.filter((run) => !isLanguage(run));
  const asked = inOne(others.length > 0 ? others : runs);
  const idf = new Map<string, number>();
  for (const term of terms) {
    const df = readings.filter((reading) => has(reading, term)).length;
    if (df > 0) idf.set(term, Math.log((readings.length + 1) / (df + 0.5)) + 1);
  }
  const own = new Map(idf);
  for (const [asked, most] of own) {
    for (const term of relatedTerms(asked).filter((related) => !own.has(related))) {
      const df = readings.filter((reading) => has(reading, term)).length;
      const weight = WEIGHTS.related * Math.min(most, Math.log((readings.length + 1) / (df + 0.5)) + 1);
      if (df > 0) idf.set(term, Math.max(weight, idf.get(term) ?? 0));
    }
  }
  const massOf = (holds: (term: string) => boolean): number =>
    [...idf].reduce((sum, [term, weight]) => sum + (holds(term) ? weight : 0), 0);
  const lengthOf = ({ counts }: Reading): number =>
    Math.round(
      1024 * Math.sqrt([...counts.values()].reduce((sum, count) => sum + Math.log1p(count) ** 2, 0)),
    );
  const meanLength = readings.reduce((sum, reading) => sum + lengthOf(reading), 0) / readings.length || 1024;
  const total = massOf(() => true);
  const weights = new Map<string, number>();
  for (const reading of readings) {
    const share = massOf((term) => has(reading, term)) / total;
    if (!(share > 0)) continue;
    let sum = 0;
    for (const [term, weight] of idf) {
      sum += weight * Math.log1p((reading.counts.get(term) ?? 0) + (reading.extra.get(term) ?? 0));
    }
    const norm = 1 - WEIGHTS.lengthShare + (WEIGHTS.lengthShare * lengthOf(reading)) / meanLength;
    const passages = [new Set<string>(), ...reading.passages];
    const shareOf = (passage: ReadonlySet<string>): number =>
      massOf((term) => passage.has(term) || reading.metadata.has(term)) / total;
    const quoted = reading.symptoms
      .filter((symptom) => [...idf.keys()].some((term) => symptom.has(term) && !reading.metadata.has(term)))
      .map(shareOf)
      .map((part) => part + WEIGHTS.quoted * Math.max(0, part - 1 / 3));
    const together = Math.max(...passages.map(shareOf), ...quoted);
    const language = new Set(languageNames.values()).has(reading.language) ? WEIGHTS.namedLanguage : 1;
    const name = asked !== '' && inOne(runsOf(reading.name)) === asked ? WEIGHTS.askedName : 1;
    weights.set(reading.key, (sum / norm) * (1 + WEIGHTS.together * together) * language * name);
  }
  return weights;
}

/** The runs of a name without what stands between its words; `c++`, `c#` and `f#` are languages of their own. */
function inOne(runs: readonly string[]): string {
  const words = runs.map((run) => foldText(run).replace('c++', 'cpp').replace('#', 'sharp'));
  return words.join('').replace(/[^\p{L}\p{N}]/gu, '');
}

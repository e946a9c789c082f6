/** Keyword search by its definition: every word of every field of every document is compared with every word asked. */
import type { SearchResult } from '../../../src-server/contract/api.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { plainSummary } from '../../../src-server/search/search-document.ts';
import {
  canonicalName,
  foldText,
  runsOf,
  wordsOf,
  writtenWords,
} from '../../../src-server/search/word-analysis.ts';

const WORTH = { name: [100, 70, 45], tags: [80, 50, 25], summary: [40, 20, 8] } as const;

/** Everything that matches, best first. */
export function referenceSearch(documents: Iterable<SearchDocument>, query: string): SearchResult[] {
  const parts = runsOf(query).flatMap(writtenWords);
  const words = [...new Set(parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).map(canonicalName))];
  if (words.length === 0) return [];
  const matches = [...documents]
    .map((document) => ({ document, points: pointsOf(document, words, inOne(query)) }))
    .filter(({ points }) => points > 0);
  const best = Math.max(...matches.map(({ points }) => points));
  return matches
    .map(({ document, points }) => ({ document, score: Math.max(1, Math.round((100 * points) / best)) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.document.trustScore - a.document.trustScore ||
        (a.document.key < b.document.key ? -1 : 1),
    )
    .map(({ document: { key, name, language }, score }) => ({ key, name, language, _score: score }));
}

function pointsOf(document: SearchDocument, words: readonly string[], whole: string): number {
  const name = inOne(document.name);
  const points = words.map((word) =>
    Math.max(
      (word.length > 2 ? name.includes(word) : name.startsWith(word)) ? WORTH.name[2] : 0,
      ...fieldWords(document.name).map((candidate) => wordPoints(candidate, word, WORTH.name)),
      ...document.tags.flatMap(fieldWords).map((candidate) => wordPoints(candidate, word, WORTH.tags)),
      ...fieldWords(plainSummary(document.summary)).map((candidate) =>
        wordPoints(candidate, word, WORTH.summary),
      ),
    ),
  );
  if (points.includes(0)) return 0;
  const exact = name === whole ? 60 : document.tags.map(inOne).includes(whole) ? 15 : 0;
  return points.reduce((sum, one) => sum + one, 0) / words.length + exact;
}

function wordPoints(
  candidate: string,
  word: string,
  [whole, prefix, inside]: readonly [number, number, number],
): number {
  const closeness = (10 * word.length) / candidate.length;
  if (candidate === word) return whole + closeness;
  if (candidate.startsWith(word)) return prefix + closeness;
  return word.length > 1 && candidate.includes(word) ? inside + closeness : 0;
}

function fieldWords(text: string): string[] {
  return runsOf(text)
    .flatMap((run) => [...writtenWords(run), ...wordsOf(run).flatMap(({ surface }) => surface.split('_'))])
    .filter((part) => part !== '')
    .map(canonicalName);
}

const inOne = (text: string): string =>
  runsOf(text)
    .map((run) => canonicalName(foldText(run)).replaceAll('_', ''))
    .join('');

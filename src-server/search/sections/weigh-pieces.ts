import { parseQuery } from '../query/parse-query.ts';
import { WEIGHTS } from '../rank/find-weights.ts';
import { relatedTerms } from '../words/related-words.ts';
import { rememberTerms } from '../words/remember-terms.ts';
import { runsOf } from '../words/text-scanner.ts';

const USUAL_WORDS = 80;

/** 0 without a match. Words of many pieces, such as the library's name, count little. */
export function weighPieces(question: string, pieces: readonly string[]): readonly number[] {
  const shares = termShares(question);
  const termsOf = rememberTerms(shares);
  const counted = pieces.map((piece) => countTerms(piece, termsOf));
  const documents = new Map<string, number>();
  for (const { occurrences } of counted)
    for (const term of occurrences.keys()) documents.set(term, (documents.get(term) ?? 0) + 1);
  const rarity = (term: string) => Math.log((pieces.length + 1) / ((documents.get(term) ?? 0) + 0.5));
  return counted.map(({ words, occurrences }) => {
    let sum = 0;
    for (const [term, count] of occurrences)
      sum += (shares.get(term) ?? 0) * Math.max(0, rarity(term)) * Math.log1p(count);
    return sum / (1 - WEIGHTS.lengthShare + (WEIGHTS.lengthShare * words) / USUAL_WORDS);
  });
}

function termShares(question: string): ReadonlyMap<string, number> {
  const { words } = parseQuery(question);
  const shares = new Map<string, number>();
  for (const { term } of words)
    for (const related of relatedTerms(term)) shares.set(related, WEIGHTS.related);
  for (const { term } of words) shares.set(term, 1);
  return shares;
}

interface CountedPiece {
  readonly words: number;
  readonly occurrences: ReadonlyMap<string, number>;
}

function countTerms(piece: string, termsOf: (run: string) => readonly string[]): CountedPiece {
  const occurrences = new Map<string, number>();
  const add = (runs: readonly string[], count: number) => {
    for (const run of runs)
      for (const term of termsOf(run)) occurrences.set(term, (occurrences.get(term) ?? 0) + count);
  };
  const [title = '', ...lines] = piece.trimStart().split('\n');
  const runs = runsOf(lines.join('\n'));
  add(runsOf(title), WEIGHTS.heading);
  add(runs, 1);
  return { words: runs.length, occurrences };
}

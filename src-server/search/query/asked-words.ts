import type { AskedWord } from '../../contract/api/api.ts';
import type { FindIndex } from '../index/find-index.ts';
import { properNames } from '../words/proper-names.ts';
import { termOf } from '../words/word-analysis.ts';
import type { QueryWord } from './parse-query.ts';
import type { QueryTerm, ResolvedQuery } from './resolve-query.ts';

export interface KnownWord {
  readonly asked: AskedWord;
  /** Used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName: boolean;
  readonly terms: readonly QueryTerm[];
  /** Compound with a neighbour in some skill: `shutdown` for `shut down`. */
  readonly joined: readonly JoinedTerm[];
}

interface JoinedTerm {
  readonly term: string;
  readonly number: number;
}

export function knownWords(index: FindIndex, { text, words, terms }: ResolvedQuery): KnownWord[] {
  const names = properNames(text);
  const joined = joinedTerms(index, words);
  return words.map((word) => {
    const found = terms.filter(({ asked }) => asked === word.term);
    const isName = names.has(word.word);
    return { asked: askedWord(word, found), isName, terms: found, joined: joined.get(word.term) ?? [] };
  });
}

function askedWord({ word, term }: QueryWord, found: readonly QueryTerm[]): AskedWord {
  const own = found.find(({ kind }) => kind === 'own');
  const near = found.filter(({ kind }) => isStandIn(kind)).map((standIn) => standIn.term);
  return { word, term, skills: own?.documents ?? 0, ...(near.length > 0 && { near }) };
}

const isStandIn = (kind: QueryTerm['kind']): boolean =>
  kind === 'corrected' || kind === 'near' || kind === 'guessed';

function joinedTerms(index: FindIndex, words: readonly QueryWord[]): Map<string, JoinedTerm[]> {
  const joined = new Map<string, JoinedTerm[]>();
  words.forEach((word, i) => {
    const next = words[i + 1];
    if (next === undefined || next.place !== word.place + 1) return;
    const term = termOf(word.surface + next.surface);
    const found = index.lookUp(term);
    if (found === undefined) return;
    for (const part of [word.term, next.term]) {
      joined.set(part, [...(joined.get(part) ?? []), { term, number: found.number }]);
    }
  });
  return joined;
}

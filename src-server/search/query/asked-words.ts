import type { AskedWord } from '../../contract/api/api.ts';
import { properNames } from '../words/proper-names.ts';
import type { QueryWord } from './parse-query.ts';
import type { QueryTerm, ResolvedQuery } from './resolve-query.ts';

export interface KnownWord {
  readonly asked: AskedWord;
  /** Used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName: boolean;
  readonly terms: readonly QueryTerm[];
}

export function knownWords({ text, words, terms }: ResolvedQuery): KnownWord[] {
  const names = properNames(text);
  return words.map((word) => {
    const found = terms.filter(({ asked }) => asked === word.term);
    const isName = names.has(word.word);
    return { asked: askedWord(word, found), isName, terms: found };
  });
}

function askedWord({ word, term }: QueryWord, found: readonly QueryTerm[]): AskedWord {
  const own = found.find(({ kind }) => kind === 'own');
  const near = found.filter(({ kind }) => isStandIn(kind)).map((standIn) => standIn.term);
  return { word, term, skills: own?.documents ?? 0, ...(near.length > 0 && { near }) };
}

const isStandIn = (kind: QueryTerm['kind']): boolean =>
  kind === 'corrected' || kind === 'near' || kind === 'guessed';

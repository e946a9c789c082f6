import type {
  FindResult,
  MatchedTerm,
  QuestionReport,
  TermPlace,
} from '../../../src-server/contract/api/api.ts';
import { listWords } from '../../text/format.ts';
import { plainHeading } from '../../text/plain-heading.ts';
import { listed, type ReasonPiece, type Sentence, text } from './sentence-pieces.ts';

/** Query words in the shown section, else in the entry, else elsewhere. */
export function reasonSentence(
  { section, terms = [] }: FindResult,
  { query, rank }: { readonly query: string /** From 1. */; readonly rank: number },
): Sentence {
  const wordsOf = (matches: readonly MatchedTerm[]) =>
    phrases(query, new Set(matches.map(({ word }) => word)));
  const inSection = section === undefined ? [] : wordsOf(terms.filter(({ here }) => here === true));
  if (section !== undefined && inSection.length > 0) {
    const { heading, file } = section;
    const name: ReasonPiece =
      heading === null ? { kind: 'file', text: file } : { kind: 'heading', text: plainHeading(heading) };
    return rank === 1
      ? [text('Best match for '), ...listed(inSection), text(', in '), name, text('.')]
      : [...listed(inSection), text(`${is(inSection)} in `), name, text('.')];
  }
  const fields = new Set(terms.flatMap(({ places }) => places.filter(isField)));
  const inEntry = wordsOf(terms.filter(({ places }) => places.some(isField)));
  if (inEntry.length > 0)
    return [...listed(inEntry), text(`${is(inEntry)} in its ${listWords([...fields])}.`)];
  const elsewhere = wordsOf(terms);
  return [...listed(elsewhere), text(`${is(elsewhere)} elsewhere in this skill.`)];
}

/** Query words missing from the skill. */
export function missingWords({ terms = [] }: FindResult, { words }: QuestionReport): readonly string[] {
  const found = new Set(terms.map(({ word }) => word));
  return [...new Set(words.map(({ word }) => word))].filter((word) => !found.has(word));
}

function isField(place: TermPlace): boolean {
  return place !== 'text' && place !== 'heading';
}

/** In query order. Neighbours become a phrase. */
function phrases(query: string, words: ReadonlySet<string>): readonly string[] {
  const line = ` ${query.replace(/\s+/g, ' ')} `;
  const found: string[] = [];
  for (const word of [...words].sort((a, b) => line.indexOf(a) - line.indexOf(b))) {
    const joined = `${found.at(-1)} ${word}`;
    if (line.includes(` ${joined} `)) found[found.length - 1] = joined;
    else found.push(word);
  }
  return found;
}

function is(words: readonly string[]): string {
  return words.length === 1 ? ' is' : ' are';
}

import { describe, expect, it } from 'vitest';
import { knownWords } from '../../../../src-server/search/query/asked-words.ts';
import { parseQuery } from '../../../../src-server/search/query/parse-query.ts';
import { resolveQuery } from '../../../../src-server/search/query/resolve-query.ts';
import { FindRanking } from '../../../../src-server/search/rank/find-ranking.ts';
import { WEIGHTS } from '../../../../src-server/search/rank/find-weights.ts';
import type { RankedDocument } from '../../../../src-server/search/rank/ranked-document.ts';
import { sectionEvidence } from '../../../../src-server/search/strength/section-evidence.ts';
import { indexOf } from '../search-fixture.ts';

/** What the best section of the one skill says of each word of a query. */
function evidence(query: string, text: string, section?: number) {
  const index = indexOf([{ key: 'cpp/a/pool', texts: { 'overview.md': text } }]);
  const resolved = resolveQuery(index, parseQuery(query), WEIGHTS);
  const [ranked] = new FindRanking(WEIGHTS).rank(index, resolved, { limit: 1 }).ranked;
  const words = knownWords(index, resolved);
  const found = sectionEvidence(words, resolved.languageTerms, ranked as RankedDocument, section);
  return Object.fromEntries(words.map(({ asked }, i) => [asked.word, found[i]]));
}

describe('what a section says of a word', () => {
  it('is all where it has the word, or the word with one letter mended', () => {
    expect(evidence('query conection', 'A query needs a connection.')).toMatchObject({
      query: { evidence: 1 },
      conection: { evidence: 1 },
    });
  });

  it('is nothing where a short word is another by one letter', () => {
    expect(evidence('react query', 'A query may reach it.')).toMatchObject({
      react: { evidence: 0 },
      query: { evidence: 1 },
    });
  });

  it('is all where a letter is doubled, or missing from a double, in a word of any length', () => {
    expect(evidence('poool leter', 'A pool of letters.')).toMatchObject({
      poool: { evidence: 1 },
      leter: { evidence: 1 },
    });
  });

  it('is half where the section has what the field says for it', () => {
    expect(evidence('segfault query', 'A query may crash.')).toMatchObject({ segfault: { evidence: 0.5 } });
  });

  it('is less where the section that is asked about has it not, and another has', () => {
    const text = '# Pools\nA query needs a connection.\n\n# Limits\nA query takes long.\n';
    expect(evidence('query connection', text, 1)).toMatchObject({
      query: { evidence: 1 },
      connection: { evidence: 0.3 },
    });
    expect(evidence('query connection', text)).toMatchObject({ connection: { evidence: 1 } });
  });

  it('tells words that any sentence may have from those that say what it is about', () => {
    expect(evidence('Somebody runs a query, already', 'A query.')).toMatchObject({
      Somebody: { isOrdinary: true },
      query: { isOrdinary: false },
      already: { isOrdinary: true },
    });
  });

  it('tells what is called by its name from other words', () => {
    expect(evidence('query in Godot, graphs::Node', 'A query.')).toMatchObject({
      query: { isName: false },
      Godot: { isName: true },
      graphs: { isName: true },
      Node: { isName: false },
    });
  });

  it('tells the name of a language from other words', () => {
    expect(evidence('query in C++', 'A query.')).toMatchObject({
      query: { isLanguage: false },
      'C++': { isLanguage: true },
    });
  });

  it.each(['Java', 'Kotlin', 'C#', 'Ruby', 'php'])('tells that %s is no language of any skill', (word) => {
    expect(evidence(`query in ${word}`, 'A query.')).toMatchObject({
      query: { isOtherLanguage: false },
      [word]: { isOtherLanguage: true },
    });
    expect(evidence(`query in C++, not ${word}`, 'A query.')).toMatchObject({
      [word]: { isOtherLanguage: false },
    });
  });

  it.each(['swift', 'julia', 'perl'])('takes %s in small letters for any word', (word) => {
    expect(evidence(`${word} query`, 'A query.')).toMatchObject({ [word]: { isOtherLanguage: false } });
  });

  it.each(['C', 'cargo', 'typescript'])(
    'takes %s for the name of the language that it stands for',
    (word) => {
      const found = evidence(`query by ${word}`, `A query by ${word}.`);
      expect(found).toMatchObject({ query: { isLanguage: false }, [word]: { isLanguage: true } });
    },
  );
});

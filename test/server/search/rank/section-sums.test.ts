import { describe, expect, it } from 'vitest';
import type { FindIndex, IndexedSkill } from '../../../../src-server/search/index/find-index.ts';
import { type SectionMasses, SectionSums } from '../../../../src-server/search/rank/section-sums.ts';
import { indexOf, type Skill } from '../search-fixture.ts';

const skill = (name: string, text: string, more: Partial<Skill> = {}): Skill => ({
  key: `go/a/${name}`,
  texts: { 'a.md': text },
  ...more,
});

/** What the best sections of the documents have, one after the other, each word weighing one. */
function bestOf(index: FindIndex, words: readonly string[]): SectionMasses[] {
  const terms = words.flatMap((word) =>
    [index.lookUp(word)].flatMap((found) =>
      found === undefined ? [] : [{ number: found.number, weight: 1 }],
    ),
  );
  const sums = new SectionSums();
  return index.skills.map((skill) => sums.best(skill as IndexedSkill, terms));
}

describe('the best section of a document', () => {
  it('has most of the query’s words', () => {
    const index = indexOf([skill('x', '# A\nmutex\n# B\nmutex fork\n# C\nfork\n')]);
    expect(bestOf(index, ['mutex', 'fork'])).toEqual([{ mass: 2, symptomMass: 0 }]);
  });

  it('is none of the symptoms, whose best is told beside it', () => {
    const index = indexOf([skill('x', 'mutex', { symptoms: ['fork', 'mutex fork'] })]);
    expect(bestOf(index, ['mutex', 'fork'])).toEqual([{ mass: 1, symptomMass: 2 }]);
  });

  it('has nothing of the document before', () => {
    const index = indexOf([
      skill('x', '# A\nx\n# B\nmutex fork\n', { tags: ['fork'] }),
      skill('y', '# A\nmutex\n# B\nmutex\n'),
    ]);
    expect(bestOf(index, ['mutex', 'fork'])[1]).toEqual({ mass: 1, symptomMass: 0 });
  });

  it('is found among a thousand, however far apart those are that have a word', () => {
    const filler = Array.from({ length: 1_000 }, (_, i) => `# S${i}\nx\n`);
    const index = indexOf([skill('x', `# A\nmutex\n${filler.join('')}# Z\nmutex fork\n`)]);
    expect(bestOf(index, ['mutex', 'fork'])).toEqual([{ mass: 2, symptomMass: 0 }]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindIndex } from '../../../src-server/search/find-index.ts';
import { SkillSplitter } from '../../../src-server/search/split-skills.ts';
import { documentOf, indexOf, rank, type Skill } from './search-fixture.ts';

const KEYS = ['cpp/a/one', 'go/a/two', 'rust/b/three', 'js/b/four'];
const WORDS = ['alpha', 'beta', 'gammas', 'deltaEpsilon', '\n# alpha\n', 'zeta'];
const edit = fc.record({
  /** Before it, the thread that reads the registry starts again. */
  isRestart: fc.boolean(),
  key: fc.constantFrom(...KEYS),
  /** Undefined removes the skill. */
  text: fc.option(
    fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')),
    {
      nil: undefined,
    },
  ),
});

describe('an index that changes', () => {
  it('finds what a new index finds, however often what reads it started again', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), (edits) => {
        const index = new FindIndex();
        let splitter = new SkillSplitter();
        const present = new Map<string, Skill>();
        for (const { isRestart, key, text } of edits) {
          if (isRestart) splitter = new SkillSplitter();
          if (text === undefined) {
            index.remove([key]);
            present.delete(key);
            continue;
          }
          const skill = { key, texts: { 'a.md': text } };
          const terms = splitter.split(documentOf(skill), new Map([['a.md', text]]));
          index.apply(splitter.batch([terms]), () => documentOf(skill));
          present.set(key, skill);
        }
        const fresh = indexOf([...present.values()]);
        for (const query of ['alpha', 'beta gamma', 'epsilon zeta one', 'go two delta'])
          expect(rank(index, query)).toEqual(rank(fresh, query));
      }),
    );
  });

  it('finds what a new index finds after many skills were removed at once, and others have come', () => {
    const skillOf = (number: number): Skill => ({
      key: `cpp/a/lib${number}`,
      texts: { 'a.md': `alpha ${number % 2 === 0 ? 'even' : 'odd'} word${number}` },
    });
    const all = Array.from({ length: 40 }, (_, number) => skillOf(number));
    const index = indexOf(all.slice(0, 30));
    const gone = all.slice(5, 28).map(({ key }) => key);
    index.remove([...gone, ...gone, 'cpp/a/unknown']);
    expect(index.documentCount).toBe(7);
    const splitter = new SkillSplitter();
    const present = [...all.slice(0, 5), ...all.slice(28)];
    const terms = present.map((skill) =>
      splitter.split(documentOf(skill), new Map(Object.entries(skill.texts))),
    );
    index.apply(splitter.batch(terms), (key) =>
      documentOf(present.find((skill) => skill.key === key) as Skill),
    );
    for (const query of ['alpha', 'odd word29', 'even lib4', 'word7'])
      expect(rank(index, query)).toEqual(rank(indexOf(present), query));
    expect(index.lookUp('word7')).toBeUndefined();
  });

  it('takes the words of a thread that starts again', () => {
    const index = new FindIndex();
    for (const text of ['alpha beta', 'beta alpha gamma']) {
      const skill = { key: 'cpp/a/one', texts: { 'a.md': text } };
      const splitter = new SkillSplitter();
      const terms = splitter.split(documentOf(skill), new Map([['a.md', text]]));
      index.apply(splitter.batch([terms]), () => documentOf(skill));
    }
    expect(index.documentCount).toBe(1);
    expect(index.lookUp('gamma')?.documents).toBe(1);
    expect(index.lookUp('alpha')?.documents).toBe(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FindIndex } from '../../../src-server/search/find-index.ts';
import type { SearchDocument } from '../../../src-server/search/search-document.ts';
import { SearchEngine } from '../../../src-server/search/search-engine.ts';
import { FEW_WORDS } from '../../../src-server/search/skill-terms.ts';
import { SkillSplitter } from '../../../src-server/search/split-skills.ts';
import { documentOf, indexOf, openSearch, rank, type Skill } from './search-fixture.ts';

const WORDS_OF_EDIT = 500;

/** A word of letters that no other number has, and that has no other form. */
function wordOf(number: number): string {
  const letters = [...number.toString(26)].map((digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 26)),
  );
  return `w${letters.join('')}x`;
}

const newWords = (edit: number) =>
  Array.from({ length: WORDS_OF_EDIT }, (_, word) => wordOf(1_000 + edit * WORDS_OF_EDIT + word)).join(' ');

const textsOf = ({ texts }: Skill) => new Map(Object.entries(texts));

/** What reads a registry and what searches it, as the service joins them. */
function followedIndex() {
  const index = new FindIndex();
  const documents = new Map<string, SearchDocument>();
  let splitter = new SkillSplitter();
  return {
    index,
    terms: () => splitter.termCount,
    put(...skills: readonly Skill[]) {
      const terms = skills.map((skill) => {
        documents.set(skill.key, documentOf(skill));
        return splitter.split(documentOf(skill), textsOf(skill));
      });
      index.apply(splitter.batch(terms), (key) => documents.get(key));
    },
    remove(...keys: readonly string[]) {
      splitter.forget(keys);
      index.remove(keys);
      index.apply(splitter.batch([]), (key) => documents.get(key));
    },
    restartWorker() {
      splitter = new SkillSplitter();
    },
  };
}

/** As documented: what is dead is at most as much as what lives, and some thousand, in each of both. */
function expectFewWords({ index, terms }: ReturnType<typeof followedIndex>, skills: readonly Skill[]) {
  const living = indexOf(skills).vocabulary.size;
  expect(terms()).toBeLessThanOrEqual(2 * living + 2 * FEW_WORDS);
  expect(index.vocabulary.size).toBeLessThanOrEqual(4 * living + 3 * FEW_WORDS);
}

const skillOf = (key: string, text: string): Skill => ({ key, texts: { 'pitfalls.md': text } });

describe('words that no skill has any more', () => {
  it('are forgotten after many edits of one skill, and find answers as before', () => {
    const followed = followedIndex();
    const still = skillOf('go/a/still', 'alpha beta gamma');
    followed.put(still);
    for (let edit = 0; edit < 200; edit += 1)
      followed.put(skillOf('cpp/a/edited', `alpha ${newWords(edit)}`));
    const last = skillOf('cpp/a/edited', `alpha ${newWords(199)}`);
    expectFewWords(followed, [still, last]);
    expect(followed.index.lookUp(wordOf(1_000))).toBeUndefined();
    for (const query of ['alpha', 'gamma beta', wordOf(1_000 + 199 * WORDS_OF_EDIT)])
      expect(rank(followed.index, query)).toEqual(rank(indexOf([still, last]), query));
  });

  it('are forgotten when skills come and go under new names', () => {
    const followed = followedIndex();
    for (let edit = 0; edit < 200; edit += 1) {
      followed.put(skillOf(`cpp/a/lib${edit}`, newWords(edit)));
      if (edit > 0) followed.remove(`cpp/a/lib${edit - 1}`);
    }
    expectFewWords(followed, [skillOf('cpp/a/lib199', newWords(199))]);
  });

  it('are forgotten when most of a registry is removed, before anything else is edited', () => {
    const followed = followedIndex();
    const skills = Array.from({ length: 100 }, (_, edit) => skillOf(`cpp/a/lib${edit}`, newWords(edit)));
    followed.put(...skills);
    followed.remove(...skills.slice(1).map(({ key }) => key));
    expectFewWords(followed, skills.slice(0, 1));
    expect(followed.index.lookUp(wordOf(1_000))?.documents).toBe(1);
  });

  it('are forgotten when the thread that reads is started again and again', () => {
    const followed = followedIndex();
    for (let start = 0; start < 40; start += 1) {
      followed.restartWorker();
      followed.put(skillOf('cpp/a/one', newWords(3 * start)), skillOf('go/a/two', newWords(3 * start + 1)));
    }
    expectFewWords(followed, [skillOf('cpp/a/one', newWords(117)), skillOf('go/a/two', newWords(118))]);
  });

  it('stay as they are where every skill keeps its words', () => {
    const followed = followedIndex();
    const skills = Array.from({ length: 20 }, (_, edit) => skillOf(`cpp/a/lib${edit}`, newWords(edit)));
    for (let round = 0; round < 5; round += 1) followed.put(...skills);
    expectFewWords(followed, skills);
    expect(followed.index.vocabulary.size).toBe(indexOf(skills).vocabulary.size);
  });

  it('leave every answer as that of a new index, while numbers start again', () => {
    const keys = ['cpp/a/one', 'go/a/two', 'rust/b/three', 'js/b/four'];
    const common = ['alpha', 'beta', 'gamma', '\n# alpha\n', 'zulu', 'deltaEcho'];
    const step = fc.record({
      key: fc.constantFrom(...keys),
      kind: fc.constantFrom('edit', 'edit', 'edit', 'edit', 'edit', 'edit', 'remove', 'restart'),
      words: fc.array(fc.constantFrom(...common), { maxLength: 12 }),
      again: fc.nat(9),
    });
    let starts = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 50 }), (steps) => {
        const present = new Map<string, Skill>();
        const engine = new SearchEngine({
          textsOf: (key) => textsOf(present.get(key) as Skill),
          withheldOf: () => undefined,
        });
        let splitter = new SkillSplitter();
        const put = (skills: readonly Skill[]) => {
          const terms = skills.map((skill) => splitter.split(documentOf(skill), textsOf(skill)));
          engine.apply({ changed: skills.map(documentOf), removed: [], terms: [splitter.batch(terms)] });
        };
        for (const [edit, { key, kind, words, again }] of steps.entries()) {
          if (kind === 'remove') {
            present.delete(key);
            engine.apply({ changed: [], removed: [key], terms: [] });
            splitter.forget([key]);
            put([]);
            continue;
          }
          if (kind === 'restart') {
            splitter = new SkillSplitter();
            put([...present.values()]);
            continue;
          }
          // Words of earlier edits return, too.
          const text = `${words.join(' ')}\n${newWords(again === 0 ? edit >> 1 : edit)}`;
          const skill = skillOf(key, text);
          present.set(key, skill);
          const before = splitter.termCount;
          put([skill]);
          if (splitter.termCount < before) starts += 1;
        }
        const fresh = openSearch([...present.values()]);
        const asked = ['alpha', 'beta gamma', 'echo zulu one', 'go two delta', `${wordOf(1_002)} alpha`];
        for (const query of [...asked, wordOf(1_000 + WORDS_OF_EDIT * (steps.length - 1)), 'alpah']) {
          const options = { limit: 10 };
          expect(engine.find(query, options)).toEqual(fresh.find(query, options));
          expect(engine.explain(query, options)).toEqual(fresh.explain(query, options));
        }
      }),
      { numRuns: 12 },
    );
    expect(starts).toBeGreaterThan(0);
  });
});

describe('a batch of words', () => {
  it('is refused where words before its own are missing, and the earlier texts stay found', () => {
    const index = new FindIndex();
    const splitter = new SkillSplitter();
    const batchOf = (text: string) => {
      const skill = skillOf('cpp/a/one', text);
      return splitter.batch([splitter.split(documentOf(skill), textsOf(skill))]);
    };
    const document = () => documentOf(skillOf('cpp/a/one', ''));
    index.apply(batchOf('alpha'), document);
    batchOf('lost');
    index.apply(batchOf('beta'), document);
    expect(index.lookUp('alpha')?.documents).toBe(1);
    expect(index.lookUp('beta')).toBeUndefined();
    splitter.startAgain();
    index.apply(batchOf('beta'), document);
    expect(index.lookUp('beta')?.documents).toBe(1);
    expect(index.lookUp('alpha')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { nameIn, unservedIn } from '../../../src-renderer/domain/skill-faults.ts';
import { type SkillRow, toSkillRows } from '../../../src-renderer/domain/skill-rows.ts';
import {
  bestOf,
  hrefOf,
  plainHeading,
  toAnswerList,
} from '../../../src-renderer/views/skills/answer-list.ts';
import type {
  FindResponse,
  FindResult,
  QuestionReport,
  SearchResponse,
} from '../../../src-server/contract/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';

const rows: readonly SkillRow[] = toSkillRows(
  ['tokio', 'mio', 'tokio-util', 'rayon'].map((name) => ({ key: `rust/a/${name}`, name, language: 'rust' })),
);

const result = (name: string, strength: FindResult['strength'] & string): FindResult => ({
  key: `rust/a/${name}`,
  score: 100,
  raw_score: 1,
  strength,
});

const section = {
  file: 'pitfalls.md',
  heading: 'A',
  line_start: 36,
  line_end: 40,
  snippet: '',
  highlights: [],
  excerpts: [],
};

function found(results: readonly FindResult[], question: Partial<QuestionReport> = {}): FindResponse {
  const strength = results[0]?.strength ?? 'weak';
  return {
    query: 'anything',
    results: [...results],
    question: {
      strength,
      verdict: 'match',
      skills: 4,
      matching: results.length,
      words: [],
      left_out: [],
      ...question,
    },
  };
}

const byName = (...found: readonly string[]): SearchResponse => ({
  query: 'anything',
  results: found.map((name, at) => ({
    key: `rust/a/${name}`,
    name,
    language: 'rust',
    _score: 100 - 10 * at,
  })),
});

/** Returns the list for an answer by texts alone. */
const answered = (question: string, answer: FindResponse) =>
  toAnswerList(question, rows, { names: undefined, answer });

const names = (list: ReadonlyArray<{ readonly name: string }>) => list.map(({ name }) => name);

describe('answers', () => {
  it('have skills by name first, with the scores of the search, before anything was found', () => {
    const { named, shown, caption } = toAnswerList('Tok', rows, {
      names: byName('tokio', 'tokio-util'),
      answer: undefined,
    });
    expect(named.map(({ name, score }) => [name, score])).toEqual([
      ['tokio', 100],
      ['tokio-util', 90],
    ]);
    expect([shown.length, caption]).toEqual([0, '']);
  });

  it('name three skills at most', () => {
    const names_ = byName('tokio', 'mio', 'tokio-util', 'rayon');
    expect(names(toAnswerList('io', rows, { names: names_, answer: undefined }).named)).toEqual([
      'tokio',
      'mio',
      'tokio-util',
    ]);
  });

  it('open the named skill at its answer, and else at its start', () => {
    const answered = { ...result('rayon', 'partial'), section };
    const named = toAnswerList('rayon', rows, { names: byName('rayon'), answer: found([answered]) });
    expect(bestOf(named)?.id).toBe('answer rust/a/rayon');
    const other = { names: byName('rayon'), answer: found([result('tokio', 'strong')]) };
    expect(bestOf(toAnswerList('rayon', rows, other))?.id).toBe('name rust/a/rayon');
  });

  it('open the best answer where the words stand only in tags or a summary', () => {
    const list = toAnswerList('lost wakeup', rows, {
      names: byName('mio'),
      answer: found([result('tokio', 'strong')]),
    });
    expect(bestOf(list)?.name).toBe('tokio');
    expect(bestOf({ ...list, shown: [] })?.name).toBe('mio');
  });

  it('that agents do not get come last, and open by themselves only where named', () => {
    const warned = { ...result('tokio', 'partial'), section, warning: 'The code is C++.' };
    const list = answered('lost wakeup', found([warned, result('rayon', 'partial')]));
    expect([names(list.shown), bestOf(list)?.name]).toEqual([['rayon', 'tokio'], 'rayon']);
    expect(bestOf(answered('lost wakeup', found([warned])))).toBeUndefined();
    const mio = { ...warned, key: 'rust/a/mio' };
    const named = toAnswerList('mio', rows, { names: byName('mio'), answer: found([mio]) });
    expect([bestOf(named)?.name, named.named[0]?.warning]).toEqual(['mio', 'The code is C++.']);
    const [, withheld] = list.shown;
    expect(withheld && hrefOf(withheld, '')).toBe('#/skill/rust/a/tokio');
  });

  it('go on with the closest for another library where the best is withheld, and name the withheld once', () => {
    const withheld = { ...result('tokio', 'partial'), warning: 'Agents don’t get it.' };
    const answer = found([withheld, result('mio', 'weak'), result('rayon', 'weak')], {
      withheld: 'rust/a/tokio is withheld.',
    });
    const asked = { names: byName('tokio'), answer };
    const { shown, weaker, caption, withheld: best } = toAnswerList('tokio wakeup', rows, asked);
    expect([names(shown), names(weaker), best?.name]).toEqual([['mio'], ['rayon'], 'tokio']);
    expect(caption).toBe('Closest match, for another library');
    const unnamed = answered('lost wakeup', answer);
    expect(names(unnamed.shown)).toEqual(['mio', 'tokio']);
    const alone = answered('lost wakeup', found([withheld], { withheld: 'rust/a/tokio is withheld.' }));
    expect([names(alone.shown), alone.caption]).toEqual([['tokio'], '1 answer']);
  });

  it('fold the weak ones', () => {
    const { shown, weaker } = answered(
      'lost wakeup',
      found([result('tokio', 'strong'), result('mio', 'weak'), result('rayon', 'partial')]),
    );
    expect([names(shown), names(weaker)]).toEqual([['tokio', 'rayon'], ['mio']]);
  });

  it('are the closest ones, and say so, where none is sure', () => {
    const unsure = { verdict: 'unsure', missing: ['epoll'] } as const;
    const { shown, verdict, isNone } = answered(
      'epoll wakeup',
      found(
        rows.map(({ name }) => result(name, 'weak')),
        unsure,
      ),
    );
    expect([shown.length, isNone]).toEqual([3, false]);
    expect(verdict).toBe("Closest matches, not sure: no skill has the word 'epoll'.");
  });

  it('are none for a library that no skill covers', () => {
    const { shown, weaker, verdict, isNone } = answered(
      'pandas merge',
      found([result('mio', 'weak')], {
        verdict: 'none',
        source: { name: 'pandas', skills: [], asked: true },
      }),
    );
    expect([shown.length, weaker.length, isNone]).toEqual([0, 1, true]);
    expect(verdict).toMatch(/^No skill covers pandas\./);
  });

  it('name the words that no skill has', () => {
    const word = { word: 'qqqq', term: 'qqqq', skills: 0 };
    expect(answered('qqqq', found([], { verdict: 'none', words: [word] })).missing).toEqual(['qqqq']);
  });

  it('carry the next entries of the first skill, in the order of the service, each with its place', () => {
    const block = { file: 'safety.md', heading: 'Never block', line_start: 7 };
    const drop = { file: 'pitfalls.md', heading: 'Dropping a task', line_start: 3 };
    const first = { ...result('tokio', 'strong'), section, also: [block, drop] };
    const second = { ...result('rayon', 'partial'), section, also: [block] };
    const { further } = answered('lost', found([first, second]));
    expect(further.map((row) => [row.heading, row.file, row.line, hrefOf(row, 'lost')])).toEqual([
      ['Never block', 'safety.md', 7, '#/skill/rust/a/tokio?file=safety.md&line=7&q=lost'],
      ['Dropping a task', 'pitfalls.md', 3, '#/skill/rust/a/tokio?file=pitfalls.md&line=3&q=lost'],
    ]);
    expect(new Set(further.map(({ id }) => id)).size).toBe(2);
  });

  it('carry no further entries of a skill that agents do not get, nor where nothing answers', () => {
    const also = [{ file: 'safety.md', heading: 'Never block', line_start: 7 }];
    const withheld = { ...result('tokio', 'partial'), section, also, warning: 'The code is C++.' };
    expect(answered('lost', found([withheld])).further).toEqual([]);
    const weak = { ...result('tokio', 'weak'), section, also };
    expect(answered('pandas', found([weak], { verdict: 'none' })).further).toEqual([]);
  });

  it('lead to the section that answers, and take the question along', () => {
    const [row] = answered('lost', found([{ ...result('tokio', 'strong'), section }])).shown;
    expect(row && hrefOf(row, 'lost')).toBe('#/skill/rust/a/tokio?file=pitfalls.md&line=36&q=lost');
  });
});

describe('rows of skills', () => {
  it('are the riskiest first, then by name; unknown risks come last', () => {
    const entry = (name: string, risk_level?: string) => ({
      key: `go/a/${name}`,
      name,
      language: 'go',
      ...(risk_level !== undefined && { risk_level }),
    });
    const entries = [
      entry('a'),
      entry('b', 'low'),
      entry('D', 'high'),
      entry('c', 'high'),
      entry('e', 'odd'),
    ];
    expect(names(toSkillRows(entries))).toEqual(['c', 'D', 'b', 'a', 'e']);
  });

  it('have no summary that only repeats the name, and no value of another type', () => {
    const entry = { key: 'go/a/b', name: 'b', language: 'go', summary: ' B ', version: 3 };
    expect(toSkillRows([entry as never])[0]).toMatchObject({
      line: { kind: 'derived' },
      version: undefined,
    });
  });
});

describe('the name in a question', () => {
  const known = ['tokio', 'mio', 'tokio-util', 'rayon', 'c', 'constructor'];

  it.each([
    ['tokio drops my task', 'tokio'],
    ['why does tokio-util: leak', 'tokio-util'],
    ['Rayon, or Tokio?', 'Rayon'],
    ['is std::sync slower than mio.', 'mio'],
    ['tokiox drops my task', undefined],
    // A letter is a word of many questions.
    ['my c program hangs', undefined],
    ['toString hangs', undefined],
    ['', undefined],
  ])('of “%s” is %s', (question, name) => {
    expect(nameIn(question, known)).toBe(name);
  });
});

describe('a question about a skill that is here and not served', () => {
  const typo = {
    code: 'skill-json-invalid',
    severity: 'error',
    skillKey: 'go/a/gin',
    line: 3,
    file: 'skills/go/a/gin/skill.json',
    message: 'skill.json could not be read: Expected a comma.',
  } as Diagnostic;

  it('finds the skill and its fault', () => {
    expect(unservedIn('the gin context in a goroutine', [typo], rows)).toEqual({
      key: 'go/a/gin',
      why: 'skill.json could not be read: Expected a comma (line 3).',
      isUnreadable: true,
    });
  });

  it('finds none where it is served all the same, nor one that is not named', () => {
    expect(unservedIn('tokio', [{ ...typo, skillKey: 'rust/a/tokio' }], rows)).toBeUndefined();
    expect(unservedIn('begin a list', [typo], rows)).toBeUndefined();
    expect(unservedIn('gin', [{ ...typo, severity: 'warning' }], rows)).toBeUndefined();
  });
});

describe('a heading outside of its text', () => {
  it.each([
    ['Check `rowCount`', 'Check rowCount'],
    ['`close()` and ``a ` b``', 'close() and a ` b'],
    ['A lone ` stays', 'A lone ` stays'],
    ['Start', 'Start'],
  ])('%s reads %s', (heading, plain) => {
    expect(plainHeading(heading)).toBe(plain);
  });
});

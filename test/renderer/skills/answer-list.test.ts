import { describe, expect, it } from 'vitest';
import { type SkillRow, toSkillRows } from '../../../src-renderer/domain/skill-row.ts';
import {
  type AnswerRow,
  bestOf,
  hrefOf,
  toAnswerList,
} from '../../../src-renderer/views/skills/answer-list.ts';
import type { FindResponse, FindResult, QuestionReport } from '../../../src-server/contract/api/api.ts';

const rows: readonly SkillRow[] = toSkillRows(
  ['tokio', 'mio', 'tokio-util', 'rayon'].map((name) => ({ key: `rust/a/${name}`, name, language: 'rust' })),
);

const result = (name: string, strength: FindResult['strength'] & string): FindResult => ({
  ...{ key: `rust/a/${name}`, score: 100, raw_score: 1, strength },
});

const section = {
  ...{ file: 'pitfalls.md', heading: 'A', line_start: 36, line_end: 40 },
  ...{ snippet: '', highlights: [], excerpts: [] },
};

function found(results: readonly FindResult[], question: Partial<QuestionReport> = {}): FindResponse {
  const strength = results[0]?.strength ?? 'weak';
  return {
    query: 'anything',
    results: [...results],
    question: {
      ...{ strength, verdict: 'match', skills: 4, matching: results.length, words: [], left_out: [] },
      ...question,
    },
  };
}

const names = (list: ReadonlyArray<{ readonly name: string }>) => list.map(({ name }) => name);

describe('answers', () => {
  it('have skills with the typed name first, before anything was found', () => {
    const { shown, caption } = toAnswerList('Tok', rows, undefined);
    expect(names(shown)).toEqual(['tokio', 'tokio-util']);
    expect(caption).toBe('2 answers');
  });

  it('have a name that begins with it before one that holds it', () => {
    expect(names(toAnswerList('io', rows, undefined).shown)).toEqual(['mio', 'tokio', 'tokio-util']);
  });

  it('name each skill once', () => {
    const { shown } = toAnswerList(
      'rayon',
      rows,
      found([result('tokio', 'strong'), result('rayon', 'partial')]),
    );
    expect(names(shown)).toEqual(['rayon', 'tokio']);
  });

  it('that agents do not get come last, and open by themselves only where named', () => {
    const warned = { ...result('tokio', 'partial'), section, warning: 'The code is C++.' };
    const two = toAnswerList('lost wakeup', rows, found([warned, result('rayon', 'partial')])).shown;
    expect([names(two), bestOf(two)?.name]).toEqual([['rayon', 'tokio'], 'rayon']);
    expect(bestOf(toAnswerList('lost wakeup', rows, found([warned])).shown)).toBeUndefined();
    const mio = { ...warned, key: 'rust/a/mio' };
    expect(bestOf(toAnswerList('mio', rows, found([mio])).shown)?.name).toBe('mio');
    expect(hrefOf(two[1] as AnswerRow, '')).toBe('#/skill/rust/a/tokio');
  });

  it('fold the weak ones', () => {
    const { shown, weaker } = toAnswerList(
      'lost wakeup',
      rows,
      found([result('tokio', 'strong'), result('mio', 'weak'), result('rayon', 'partial')]),
    );
    expect([names(shown), names(weaker)]).toEqual([['tokio', 'rayon'], ['mio']]);
  });

  it('are the closest ones, and say so, where none is sure', () => {
    const unsure = { verdict: 'unsure', missing: ['epoll'] } as const;
    const { shown, verdict, isNone } = toAnswerList(
      'epoll wakeup',
      rows,
      found(
        rows.map(({ name }) => result(name, 'weak')),
        unsure,
      ),
    );
    expect([shown.length, isNone]).toEqual([3, false]);
    expect(verdict).toBe("Closest matches, not sure: no skill has the word 'epoll'.");
  });

  it('are none for a library that no skill covers', () => {
    const { shown, weaker, verdict, isNone } = toAnswerList(
      'pandas merge',
      rows,
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
    expect(toAnswerList('qqqq', rows, found([], { verdict: 'none', words: [word] })).missing).toEqual([
      'qqqq',
    ]);
  });

  it('lead to the section that answers, and take the question along', () => {
    const [row] = toAnswerList('lost', rows, found([{ ...result('tokio', 'strong'), section }])).shown;
    expect(row && hrefOf(row, 'lost')).toBe('#/skill/rust/a/tokio?file=pitfalls.md&line=36&q=lost');
  });
});

describe('rows of skills', () => {
  it('are the riskiest first, then by name; unknown risks come last', () => {
    const entry = (name: string, risk_level?: string) => ({
      ...{ key: `go/a/${name}`, name, language: 'go' },
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
    expect(toSkillRows([entry as never])[0]).toMatchObject({ summary: undefined, version: undefined });
  });
});

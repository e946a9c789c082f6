import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CutExcerpt, excerptLines } from '../../../src-server/search/excerpt-lines.ts';

/** An excerpt in which every `word` is marked. */
function excerpt(kind: CutExcerpt['kind'], text: string, word = 'mutex', line = 1): CutExcerpt {
  const highlights = [...text.matchAll(new RegExp(word, 'g'))].map(
    ({ index }) => [index, index + word.length] as const,
  );
  return { kind, line, text, highlights };
}

const proseParts = (text: string) =>
  (excerptLines(excerpt('prose', text))[0]?.pieces ?? []).map((piece) => ({
    ...piece,
    kind: piece.code ? 'code' : 'text',
    ranges: piece.highlights,
  }));
const prose = (text: string) => proseParts(text).map(({ kind, text: part }) => [kind, part]);

const codeLines = (cut: CutExcerpt) =>
  excerptLines(cut).map(({ comment = false, pieces }) => ({
    isComment: comment,
    text: pieces.map(({ text }) => text).join(''),
    ranges: pieces[0]?.highlights ?? [],
  }));

describe('an excerpt of prose', () => {
  it('has code in parts of its own, and marks that follow their words', () => {
    const parts = proseParts('- Call `lock(mutex)` on **the mutex** first');
    expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'Call '],
      ['code', 'lock(mutex)'],
      ['text', ' on the mutex first'],
    ]);
    expect(parts.map(({ text, ranges }) => ranges.map(([a, b]) => text.slice(a, b)))).toEqual([
      [],
      ['mutex'],
      ['mutex'],
    ]);
  });

  it('shows a link as its words', () => {
    expect(prose('See [the *guide*](https://a.b/c "title") and <https://d.e>.')).toEqual([
      ['text', 'See the guide and https://d.e.'],
    ]);
  });

  it('parts the cells of a row, and leaves a lone bar or star as it is', () => {
    expect(prose('| a | `b` | c |')).toEqual([
      ['text', 'a · '],
      ['code', 'b'],
      ['text', ' · c'],
    ]);
    expect(prose('a | b, 2 * 3, snake_case, C#')).toEqual([['text', 'a | b, 2 * 3, snake_case, C#']]);
  });

  it('drops the mark of an item, a quote and a heading, and a tick that closes nothing', () => {
    for (const lead of ['- ', '* ', '12. ', '> ', '> - ', '- [x] ', '## '])
      expect(prose(`${lead}a mutex`)).toEqual([['text', 'a mutex']]);
    expect(prose('cut `off')).toEqual([['text', 'cut off']]);
  });

  it('loses and invents no word', () => {
    const piece = fc.constantFrom(
      '`',
      '``',
      '**',
      '_',
      '[',
      '](u)',
      '|',
      '\n',
      ' ',
      'word',
      'mutex',
      '\\',
      '~~',
      '- ',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const parts = proseParts(text);
        const letters = (of: string) => of.replace(/\]\(u\)/g, '').replace(/[^a-z]/g, '');
        expect(letters(parts.map((part) => part.text).join('')).replaceAll('u', '')).toBe(
          letters(text).replaceAll('u', ''),
        );
        for (const { text: shown, ranges } of parts)
          for (const [a, b] of ranges) expect('mutex').toContain(shown.slice(a, b));
      }),
    );
  });
});

describe('an excerpt of code', () => {
  it('is its lines, without the indentation that all have', () => {
    const lines = codeLines(excerpt('code', '    lock(mutex);\n\n      mutex.use();'));
    expect(lines.map(({ text }) => text)).toEqual(['lock(mutex);', '', '  mutex.use();']);
    expect(lines.map(({ text, ranges }) => ranges.map(([a, b]) => text.slice(a, b)))).toEqual([
      ['mutex'],
      [],
      ['mutex'],
    ]);
  });

  it('knows a line that is a comment, by its language', () => {
    const comments = (text: string, language: string) =>
      codeLines({ ...excerpt('code', text), language }).map(({ isComment }) => isComment);
    expect(comments('// why\nx = 1; // why', 'cpp')).toEqual([true, false]);
    expect(comments('# why\nx = 1', 'python')).toEqual([true, false]);
    expect(comments('#include <mutex>', 'cpp')).toEqual([false]);
  });

  it('keeps every line and every mark', () => {
    const line = fc
      .array(fc.constantFrom(' ', '\t', 'mutex', 'x', '…'), { maxLength: 6 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (all) => {
        const shown = codeLines(excerpt('code', all.join('\n')));
        expect(shown.map(({ text }) => text.trim())).toEqual(all.map((one) => one.trim()));
        for (const { text, ranges } of shown) expect(ranges.length).toBe(text.split('mutex').length - 1);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText, formatTable } from '../../../src-server/cli/text.ts';

it('a table has its columns one below the other, and cuts the last one to the width', () => {
  const rows = [
    ['KEY', 'SUMMARY'],
    ['go/a/b', 'What b gets wrong when it is shut down'],
    ['cpp/gabime/spdlog', 'Short'],
  ];
  expect(formatTable(rows, 40)).toBe(
    [
      'KEY                SUMMARY',
      'go/a/b             What b gets wrong wh…',
      'cpp/gabime/spdlog  Short',
    ].join('\n'),
  );
});

it('a table has one line for each row, whatever stands in it', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(rows, (texts) => {
      expect(formatTable(texts, 80).split('\n')).toHaveLength(texts.length);
    }),
  );
});

it('a text is never cut in the middle of a character', () => {
  expect(cutText('🚀🚀🚀', 2)).toBe('🚀…');
});

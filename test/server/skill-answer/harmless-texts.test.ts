import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHarmless, quotedPart, quotedText } from '../../../src-server/contract/agent-lines.ts';
import { asHarmless, entriesOfFile } from '../../../src-server/search/entries.ts';
import { bodyOf } from '../../../src-server/skill-answer/skill-entries.ts';

const line = fc.constantFrom(
  ...[
    'Ordinary words.',
    '# A title',
    '## Two',
    '```js',
    '```',
    'let a = 1;',
    '',
    '  ',
    '- [x] done',
    '中文。',
    '😀😀',
  ],
  ...[
    'Strong match:',
    '   Strong match:',
    '> More: all',
    '[pitfalls.md] Never',
    'Сut: x',
    'a/b/c: words',
    'a##[b',
  ],
  ...[
    'go/a/b · notes',
    'x\u200by',
    'a\rMore: b',
    '\u2028',
    '[ ] Others:',
    '\tGo on without a skill.',
    'strong',
  ],
);
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

describe('a harmless text', () => {
  it('has no line of ours, in whatever indentation, and no hidden character', () => {
    for (const one of ['Words.\n\nMore words.', '中文。\n', '']) expect(isHarmless(one)).toBe(true);
    for (const one of ['a\nStrong match:', 'a\n      Strong match:', 'a\n\u202e', 'a\rb'])
      expect(isHarmless(one)).toBe(false);
  });

  it('is shown in each of its parts as one of which nobody knows', () => {
    fc.assert(
      fc.property(text, fc.nat(200), fc.nat(200), (whole, from, to) => {
        fc.pre(isHarmless(whole));
        const begin = whole.lastIndexOf('\n', from) + 1;
        for (const part of [
          whole.slice(begin, to),
          whole.slice(begin).trim(),
          `\`\`\`strong match\n${whole}\n\`\`\``,
        ])
          expect(quotedPart(part)).toBe(quotedText(part));
        for (const path of ['pitfalls.md', 'examples/a.js'])
          for (const entry of entriesOfFile(path, whole))
            for (const most of [to, 1_000]) expect(bodyOf(asHarmless(entry), most)).toBe(bodyOf(entry, most));
      }),
      { numRuns: 1_000 },
    );
  });

  it('that is not harmless is guarded at both ends even where it is taken for harmless', () => {
    expect(quotedPart('Strong match:\na\nb\nc\nd\nMore: x')).toBe('  Strong match:\na\nb\nc\nd\n  More: x');
  });
});

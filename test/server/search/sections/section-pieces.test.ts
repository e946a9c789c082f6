import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPieces, piecesOf } from '../../../../src-server/search/sections/section-pieces.ts';

describe('cutting a text', () => {
  it('is done before headings', () => {
    const text = '# Title\n\nIntro.\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n';
    expect(piecesOf('a.md', text)).toEqual([
      '# Title\n\nIntro.\n\n',
      '## One\n\nFirst.\n\n',
      '## Two\n\nSecond.\n',
    ]);
  });

  it('is done before the labelled entries of a list in one fence, which is closed again', () => {
    const text =
      '# Pitfalls\n\n```cpp\n// PITFALL 1: one\na();\n// PITFALL 2: two\nb();\n// PITFALL 3: three\nc();\n```\n';
    const pieces = piecesOf('a.md', text);
    expect(pieces).toHaveLength(4);
    expect(joinPieces(pieces.slice(0, 3))).toBe(
      '# Pitfalls\n\n```cpp\n// PITFALL 1: one\na();\n// PITFALL 2: two\nb();\n```',
    );
  });

  it('is not done to code, nor at a comment inside of a fence', () => {
    expect(piecesOf('examples/a.py', '# One\n\n# Two\n')).toHaveLength(1);
    expect(piecesOf('a.md', '# Title\n\n```sh\n# one\nls\n# two\nls\n```\n')).toHaveLength(1);
  });

  it('loses nothing', () => {
    const line = fc.constantFrom(
      '# A',
      '## B',
      '```',
      '```cpp',
      'text',
      '',
      '// PITFALL 1: x',
      '**Bold**',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(line), fc.string({ unit: 'grapheme' }), (lines, rest) => {
        const text = `${lines.join('\n')}${rest}`;
        expect(piecesOf('a.md', text).join('')).toBe(text);
      }),
    );
  });
});

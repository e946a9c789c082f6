import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textUnderHeading } from '../../../../src-server/search/sections/text-under-heading.ts';

describe('the text under a heading', () => {
  it('ends before the next heading of the same depth, whatever code between them says', () => {
    const text = '# A\n\n## One\n\n```sh\n# Two 2: no heading\n```\n\nEnd of one.\n\n## Two\n\nTwo.\n';
    expect(textUnderHeading(text, 'One')).toBe('## One\n\n```sh\n# Two 2: no heading\n```\n\nEnd of one.');
  });

  it('opens and closes the fence of a label in code', () => {
    const text = '# A\n\n```cpp\n// PITFALL 1: a\none();\n// PITFALL 2: b\ntwo();\n```\n';
    expect(textUnderHeading(text, 'PITFALL 1: a')).toBe('```cpp\n// PITFALL 1: a\none();\n```');
  });

  it('is absent if no heading is called so', () => {
    expect(textUnderHeading('# A\n\nText.\n', 'B')).toBeUndefined();
    expect(textUnderHeading('# A\n\nText.\n', ' ** ')).toBeUndefined();
  });

  it('begins with the heading and holds its paragraph, for any headings', () => {
    const name = fc.stringMatching(/^[a-z]{3,9}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 6, maxLength: 6 }),
        (names, depths) => {
          const lines = names.map((each, at) => `${'#'.repeat(depths[at] ?? 1)} ${each}\n\nabout ${each}\n`);
          for (const [at, each] of names.entries()) {
            const found = textUnderHeading(lines.join('\n'), each) ?? '';
            expect(found.startsWith(`${'#'.repeat(depths[at] ?? 1)} ${each}\n\nabout ${each}`)).toBe(true);
          }
        },
      ),
    );
  });
});

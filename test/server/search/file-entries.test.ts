import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOfFile, entriesUnder } from '../../../src-server/search/entries.ts';

const titles = (path: string, text: string) => entriesOfFile(path, text).map(({ title }) => title);

describe('the entries of a file', () => {
  it('begin at headings, bold lines, and labels in code', () => {
    const text = '# Title\n\nIntro.\n\n## One\n\n**Two**\n\n```cpp\n// PITFALL 1: three\na();\n```\n';
    expect(entriesOfFile('a.md', text)).toMatchObject([
      { title: 'Title', level: 1, line: 1, text: '# Title\n\nIntro.\n\n' },
      { title: 'One', level: 2, line: 5 },
      { title: 'Two', level: 7, line: 7, text: '**Two**\n\n```cpp\n' },
      { title: 'PITFALL 1: three', level: 7, line: 10, fence: 'cpp' },
    ]);
  });

  it('hold a bad form together with its good one', () => {
    expect(titles('a.md', '# A\n\n### Bad\n\nx\n\n### Good\n\ny\n\n### Next\n')).toEqual(['A', 'Next']);
  });

  it('begin at bad forms where the file has no headings below its own', () => {
    const code =
      '```go\n// BAD: No timeout\na()\n// GOOD: A timeout\nb()\n// Wrong: No limit\nc()\n// BAD\nd()\n```\n';
    expect(titles('pitfalls.md', `# Pitfalls\n\n${code}`)).toEqual([
      'Pitfalls',
      'BAD: No timeout',
      'Wrong: No limit',
    ]);
    expect(titles('pitfalls.md', `# Pitfalls\n\n## One\n\n${code}`)).toEqual(['Pitfalls', 'One']);
    expect(titles('pitfalls.md', `# Pitfall 1: One\n\n${code}`)).toEqual(['Pitfall 1: One']);
  });

  it('do not begin at a comment of code, nor in an example', () => {
    expect(titles('a.md', '# A\n\n```sh\n# one\nls\n# two\n```\n')).toEqual(['A']);
    expect(titles('examples/a.py', '# One\n\n# Two\n')).toEqual([undefined]);
  });

  it.each([
    ['indented code that shows a fence', '## One\n\nType:\n\n    ```\n\n## Two\n', ['One', 'Two']],
    ['a docstring with a fence', '## One\n\n```python\n"""See\n    ```\n"""\n# no\n```\n', ['One']],
    ['a tilde fence with Markdown', '## One\n\n~~~md\n# no\n~~~\n\n## Two\n', ['One', 'Two']],
    [
      'a fence of a nested list',
      '## One\n\n- a\n  - b\n\n    ```sh\n    # no\n    ```\n\n## Two\n',
      ['One', 'Two'],
    ],
    ['preformatted HTML', '## One\n\n<pre>\n\n# no\n</pre>\n\n## Two\n', ['One', 'Two']],
    ['a quote with a fence', '## One\n\n> ```\n> # no\n\n## Two\n', ['One', 'Two']],
  ])('are those that CommonMark has, behind %s', (_, text, expected) => {
    expect(titles('pitfalls.md', text)).toEqual(expected);
  });

  it('are dangers in pitfalls and safety, without the title of the file and its introduction', () => {
    const text = '# Pitfalls\n\nWords.\n\n## Introduction\n\nWords.\n\n## Never fork\n\nWords.\n';
    const dangers = (path: string) => entriesOfFile(path, text).filter(({ isDanger }) => isDanger);
    expect(dangers('pitfalls.md').map(({ title }) => title)).toEqual(['Never fork']);
    expect(dangers('overview.md')).toEqual([]);
  });

  it('lose nothing', () => {
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
        const entries = entriesOfFile('a.md', text);
        expect(entries.map((entry) => entry.text).join('')).toBe(text);
      }),
    );
  });
});

describe('the entries under a heading', () => {
  const text = '# A\n\n## One `x`\n\nOne.\n\n### Deeper\n\nMore.\n\n## Two\n\nTwo.\n';
  const under = (heading: string) =>
    entriesUnder(entriesOfFile('a.md', text), heading).map(({ title }) => title);

  it('are those down to the next of its depth', () => {
    expect(under('One `x`')).toEqual(['One `x`', 'Deeper']);
    expect(under('Deeper')).toEqual(['Deeper']);
  });

  it('are found in any case, without emphasis and punctuation', () => {
    for (const way of ['one x', 'ONE  X', 'one-x']) expect(under(way)).toEqual(['One `x`', 'Deeper']);
  });

  it('are none if no heading is called so', () => {
    for (const way of ['B', ' ** ', '']) expect(under(way)).toEqual([]);
  });
});

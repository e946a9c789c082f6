import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesOfFile } from '../../../src-server/search/entries.ts';
import { type Passage, TitledLines, visitText } from '../../../src-server/search/passages.ts';
import { runsOf } from '../../../src-server/search/word-analysis.ts';

function passagesOf(text: string, markdown = true): Passage[] {
  const passages: Passage[] = [];
  visitText(text, markdown, { run() {}, passageEnd: (passage) => passages.push(passage) });
  return passages;
}

const headings = (text: string): (string | null)[] => passagesOf(text).map(({ heading }) => heading);

describe('runsOf', () => {
  it('keeps c++, c# and f# whole', () => {
    expect(runsOf('C++17 or C#, not f#x')).toEqual(['C++', '17', 'or', 'C#', 'not', 'f', 'x']);
  });

  it('drops what an apostrophe adds, not what it encloses', () => {
    expect(runsOf("don't quote 'this' user's")).toEqual(['don', 'quote', 'this', 'user']);
  });
});

describe('lines that entries were found by', () => {
  const lines = fc.constantFrom(
    '# A',
    '## Bad',
    '**B**',
    '```cpp',
    '```',
    '// PITFALL 3: C',
    '- one',
    '',
    '    four',
    'Rule 1: D',
    'two words',
  );
  const passagesBy = (text: string, known?: TitledLines) => {
    const passages: Passage[] = [];
    visitText(text, true, { run() {}, passageEnd: (passage) => passages.push(passage) }, known);
    return passages;
  };

  it('give the same passages as lines that are read anew, however far they were read', () => {
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 30 }), fc.nat(4), (written, most) => {
        const text = written.join('\n');
        const known = new TitledLines(text);
        entriesOfFile('pitfalls.md', text, most + 1, known);
        expect(passagesBy(text, known)).toEqual(passagesBy(text));
      }),
    );
  });
});

describe('visitText', () => {
  it('begins a passage at a heading, a bold line and a labelled comment', () => {
    const text = '# A\none\n**B**\ntwo\n```cpp\n// PITFALL 3: C\nthree\n```';
    expect(headings(text)).toEqual(['A', 'B', 'PITFALL 3: C']);
  });

  it('takes # in code for no heading, also in Markdown that is shown as code', () => {
    expect(headings('one\n```python\n# note\ntwo\n```\n')).toEqual([null]);
    expect(headings('one\n```markdown\n# note\ntwo\n```\n')).toEqual([null]);
    expect(headings('one\n\n    # note\n')).toEqual([null]);
  });

  it.each([
    [
      'a shell comment in a fence without a language',
      '## One\ntext\n```\n# remove first\nrm\n# then install\nnpm i\n```\ntext\n',
    ],
    ['one right after the title', '# Title\n\n```\n# remove first\nrm\n```\n\ntext\n\n## One\ntext\n'],
    ['one in a fence of text', '## One\ntext\n~~~text\n# remove first\nrm\n**bold**\n~~~\n'],
    ['one in a fence below a list item', '## One\n- text\n\n  ```\n  # remove first\n  rm\n  ```\n'],
    ['one between two fences', '## One\ntext\n```\na\n```\n```\n# remove first\nrm\n```\n'],
  ])('begins no passage at %s', (_, text) => {
    expect(headings(text).filter((heading) => heading !== null && heading !== 'Title')).toEqual(['One']);
  });

  it.each([
    ['of Markdown', '# Title\n\n```markdown\n## One\ntext\n```go\n// a\n```\n## Two\ntext\n```'],
    ['without a language', '```\n## One\ntext\n\n## Two\ntext\n```\n'],
    ['without a language, with code', '# Title\n```\n## One\ntext\n```go\n// a\n```\n## Two\ntext\n```'],
    ['without an end', '```text\n## One\ntext\n\n## Two\ntext\n'],
  ])('begins passages in a fence around the whole document: %s', (_, text) => {
    expect(headings(text).filter((heading) => heading !== null && heading !== 'Title')).toEqual([
      'One',
      'Two',
    ]);
  });

  it('names a passage after the last of the headings above it', () => {
    expect(headings('# Pitfalls\n\n## First\ntext')).toEqual(['First']);
  });

  it('ends a long passage at a blank line', () => {
    const paragraph = 'word '.repeat(160);
    expect(passagesOf(`# A\n${paragraph}\n\n${paragraph}`)).toMatchObject([
      { heading: 'A', lineStart: 1, lineEnd: 2 },
      { heading: 'A', lineStart: 3, lineEnd: 4 },
    ]);
  });

  it('covers every text with passages that follow each other', () => {
    const line = fc.oneof(
      fc.constantFrom('# H', '**B**', '```', '```cpp', '', '// Rule 1: x', 'some text', '\t'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, markdown) => {
        const text = lines.join('\n');
        const passages = passagesOf(text, markdown);
        expect(passages.map(({ start }) => start)).toEqual([
          0,
          ...passages.slice(0, -1).map(({ end }) => end),
        ]);
        expect(passages.at(-1)?.end).toBe(text.length);
      }),
    );
  });
});

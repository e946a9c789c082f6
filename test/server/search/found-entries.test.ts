import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { entriesIn, entriesOfFile, findEntries, keepEntries } from '../../../src-server/search/entries.ts';

describe('the entries that the worker finds', () => {
  it('are those of the files, without cutting the texts again', () => {
    const line = fc.constantFrom(
      ...[
        '# A',
        '## B b  ',
        '**Bold**:',
        '// PITFALL 3: x',
        '```',
        '```cpp',
        '```md',
        '# *C*',
        '### Bad',
        '### Good',
      ],
      ...['text', '', '\r', '- Rule 1: a', '#', '# ', '\u202e# x', '    # not'],
    );
    const texts = fc.record({
      'pitfalls.md': fc.array(line).map((lines) => lines.join('\n')),
      'a.md': fc.array(line).map((lines) => `${lines.join('\r\n')}\n`),
      'examples/a.py': fc.constant('# no title\n'),
    });
    fc.assert(
      fc.property(texts, (files) => {
        const map = new Map(Object.entries(files));
        // As it arrives in another thread.
        keepEntries(map, structuredClone(findEntries(map)));
        for (const [path, text] of map) expect(entriesIn(map, path)).toEqual(entriesOfFile(path, text));
      }),
    );
  });

  it('are at most 2,000 of a skill, and the last one of a file has the rest of it', () => {
    const long = '# a\n'.repeat(250_000);
    const texts = new Map([
      ['a.md', long],
      ['b.md', long],
      ['pitfalls.md', '# Pitfalls\n\n## Never fork\n\nWords.\n'],
    ]);
    const counts = [...texts.keys()].map((path) => entriesIn(texts, path).length);
    expect(counts).toEqual([LIMITS.entriesPerSkill - 2, 1, 2]);
    for (const [path, text] of texts)
      expect(
        entriesIn(texts, path)
          .map((entry) => entry.text)
          .join(''),
      ).toBe(text);
    expect(entriesIn(texts, 'pitfalls.md').at(-1)).toMatchObject({ title: 'Never fork', isDanger: true });
  });

  it('answer for a record of texts as for a map, and for no inherited name', () => {
    const text = '# A\n\n## B\n';
    expect(entriesIn({ 'a.md': text }, 'a.md')).toEqual(entriesOfFile('a.md', text));
    expect(entriesIn({ 'a.md': text }, 'constructor')).toEqual([]);
  });
});

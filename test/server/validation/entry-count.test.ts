import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEntries } from '../../../src-server/validation/rules/texts.ts';
import { unless, without } from '../../support/unless.ts';

const REAL_REGISTRY = '../shared/real-registry/skills';

/** How authors set out entries, and how many there are. */
const LAYOUTS: ReadonlyArray<readonly [layout: string, entries: number, markdown: string]> = [
  ['nothing', 0, ''],
  ['a title', 0, '# Pitfalls\n'],
  ['headings', 2, '# Pitfalls\n\n## One\n\ntext\n\n## Two\n\ntext'],
  ['underlined headings', 2, 'Pitfalls\n===\n\nOne\n---\n\ntext\n\nTwo\n---\n\ntext'],
  ['headings of the third level', 2, '# Pitfalls\n\n### One\ntext\n\n### Two\ntext'],
  ['headings in groups', 3, '# P\n\n## Memory\n\n### One\na\n\n### Two\nb\n\n## Threads\n\n### Three\nc'],
  [
    'headings with labelled parts',
    1,
    '# P\n\n## One\n\n### Bad\n\na\n\n### Good:\n\nb\n\n### Why it matters\n\nc',
  ],
  ['headings and a closing checklist', 2, '# P\n\n## One\na\n\n## Two\nb\n\n## Checklist\n\n- c\n- d\n- e'],
  [
    'a heading with its reasons in a list',
    1,
    '# P\n\n## Never block\n\nIt stops all.\n\nReasons:\n\n- a\n- b',
  ],
  ['lists under headings', 3, '# P\n\n## Memory\n\n- a\n- b\n\n## Threads\n\n- c\n'],
  ['bold openings', 2, '# P\n\n**1. One**\n```c\nx\n```\n\n**2. Two**\n```c\ny\n```'],
  [
    'bold labels',
    2,
    '# P\n\n**BAD: not checking**\n```c\n```\n\n**GOOD: checking**\n\n**BAD: blocking**\n\n**GOOD**: not',
  ],
  ['a list', 3, '# P\n\nThese:\n\n1. One\n   more\n2. Two\n\n   more\n3. Three'],
  ['bold list items', 2, '# P\n\n- **One** a\n- **Two** b'],
  ['a table', 2, '# P\n\n| pitfall | fix |\n|---|---|\n| a | b |\n| c | d |'],
  [
    'numbered comments in one code block',
    2,
    '# P\n\n```cpp\n// PITFALL 1: One\n// BAD: x\n// GOOD: y\n// PITFALL 2: Two\n// BAD: x\n```',
  ],
  [
    'comments of bad code in many blocks',
    2,
    '# P\n\n```py\n# BAD: One\n```\n```py\n# GOOD: y\n```\n```py\n# BAD: Two\n```',
  ],
  [
    'one code block with a document in it',
    2,
    '# P\n\n```markdown\n# Pitfalls\n\n## One\n```go\n# x\n```\n\n## Two\n```go\ny\n```\n```\n',
  ],
  ['paragraphs', 2, '# P\n\nNever do one thing.\n\nNever do another.\n'],
  ['numbers in plain text', 2, '# P\n\nPitfall 1: one\n\nbecause\n\nPitfall 2: two\n'],
  [
    'headings around no entry',
    0,
    '# P\n\n## Introduction\n\nOne.\n\nTwo.\n\n## See also\n\n- [a](b)\n- [c](d)\n- [e](f)',
  ],
  [
    'an introduction, entries and further reading with headings of its own',
    2,
    '# P\n\n## Introduction\n\nx\n\n## One\n\na\n\n## Two\n\nb\n\n## Further reading\n\n### A book\n\n### Another',
  ],
  ['a line that is no entry before a list', 2, '# P\n\n## Background\n\nx\n\n## Entries\n\n- One\n- Two'],
  ['entries of the first level without a title', 3, '# One\n\na\n\n# Two\n\nb\n\n# Three\n\nc'],
  ['numbered entries of the first level', 2, '# Pitfall 1: One\n\na\n\n# Pitfall 2: Two\n\nb'],
  ['entries of the first level that have no words', 2, '#\n\na\n\n#\n\nb'],
  ['a title before entries of its own level', 2, '# Common pitfalls\n\n# One\n\na\n\n# Two\n\nb'],
  ['headings inside of code', 1, '# P\n\n## One\n\n```sh\n## Two\n## Three\n```\n'],
  ['headings inside of comments', 1, '# P\n\n## One\n\n<!--\n## Two\n-->\n'],
];

describe('countEntries', () => {
  it.each(LAYOUTS)('reads %s as %i', (_layout, entries, markdown) => {
    expect(countEntries(markdown)).toBe(entries);
  });

  it('counts a section more for each further heading with text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (count) => {
        const sections = Array.from({ length: count }, (_, index) => `## Mistake ${index}\n\ntext\n`);
        expect(countEntries(`# Title\n\n${sections.join('\n')}`)).toBe(count);
      }),
    );
  });

  it('takes any text', () => {
    const line = fc.constantFrom(
      '```',
      '~~~',
      '# a',
      '## b',
      '- c',
      '**d**',
      '| e |',
      '',
      '===',
      '// BAD: f',
      '<!--',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        expect(countEntries(lines.join('\n'))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('finds enough entries in every file of a real registry', unless(without(REAL_REGISTRY)), () => {
    const counts = (name: string): number[] =>
      readdirSync(REAL_REGISTRY, { recursive: true, encoding: 'utf8' })
        .filter((file) => basename(file) === name)
        .map((file) => countEntries(readFileSync(join(REAL_REGISTRY, file), 'utf8')));
    expect(Math.min(...counts('pitfalls.md'))).toBeGreaterThanOrEqual(3);
    expect(Math.min(...counts('safety.md'))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...counts('pitfalls.md'), ...counts('safety.md'))).toBeLessThanOrEqual(10);
  });
});

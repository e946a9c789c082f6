import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CutExcerpt } from '../../../../src-server/search/excerpts/excerpt-lines.ts';
import { excerptsOf } from '../../../../src-server/search/excerpts/section-excerpt.ts';
import { countTerms, readSection } from '../../../../src-server/search/sections/section-reading.ts';
import { rememberTerms } from '../../../../src-server/search/words/remember-terms.ts';

/** The excerpts of one section of a file, by weights of terms. */
function excerpts(
  lines: readonly string[],
  weights: Readonly<Record<string, number>>,
  { section = 0, file = 'a.md' } = {},
): readonly CutExcerpt[] {
  const text = lines.join('\n');
  const terms = new Map(Object.entries(weights));
  const read = readSection(text, file, section, rememberTerms(terms));
  if (read === undefined) throw new Error('There is no such section.');
  return excerptsOf(text, read, terms).excerpts;
}

/** The only one of a section without pairs. */
const excerpt = (...of: Parameters<typeof excerpts>): CutExcerpt | undefined => {
  const [only, ...more] = excerpts(...of);
  expect(more).toEqual([]);
  return only;
};

const marked = (of: CutExcerpt | undefined): string[] =>
  of?.highlights.map(([start, end]) => of.text.slice(start, end)) ?? [];

describe('an excerpt', () => {
  it('is the paragraph that shows most, as it is written', () => {
    const found = excerpt(
      ['# Pools', 'Nothing here.', '', 'Return a connection', 'to the `pool`.', '', 'More about a pool.'],
      { connect: 2, pool: 1 },
    );
    expect(found).toMatchObject({ kind: 'prose', line: 4, text: 'Return a connection\nto the `pool`.' });
    expect(marked(found)).toEqual(['connection', 'pool']);
  });

  it('is one item of a list, and one row of a table', () => {
    const list = ['# Rules', '- first rule', '- a mutex', '  held here', '- last rule'];
    expect(excerpt(list, { mutex: 1 })?.text).toBe('- a mutex\n  held here');
    expect(excerpt(['# T', '| a | b |', '|---|---|', '| mutex | c |'], { mutex: 1 })?.text).toBe(
      '| mutex | c |',
    );
  });

  it('is whole lines of code with the number of the first, from the line before the match', () => {
    const code = ['# Stop', '```go', 'one()', 'two()', 'srv.Shutdown(ctx)', 'four()', 'five()', '```'];
    const found = excerpt(code, { shutdown: 1 });
    expect(found).toMatchObject({ kind: 'code', language: 'go', line: 4 });
    expect(found?.text).toBe('… two()\nsrv.Shutdown(ctx)\nfour() …');
    expect(marked(found)).toEqual(['Shutdown']);
  });

  it('knows a section inside of a fence as code', () => {
    const code = ['```cpp', '// PITFALL 1: mutex', 'lock();', '// PITFALL 2: queue', 'push();', '```'];
    const found = excerpt(code, { queue: 1 }, { section: 2 });
    expect(found).toMatchObject({ kind: 'code', language: 'cpp', line: 4 });
  });

  it('calls the language of an example by the ending of its file', () => {
    expect(
      excerpt(['fn main() {', '  mutex();', '}'], { mutex: 1 }, { file: 'examples/a.rs' }),
    ).toMatchObject({
      kind: 'code',
      language: 'rs',
    });
  });

  it('shows the first lines where only the heading matches, and nothing where that is all', () => {
    expect(excerpt(['# Mutex', '', 'Some words.'], { mutex: 1 })?.text).toBe('Some words.');
    expect(excerpt(['# Mutex'], { mutex: 1 })).toBeUndefined();
  });

  it('drops carriage returns', () => {
    expect(excerpt(['a mutex\r', 'is held\r', ''], { mutex: 1 })?.text).toBe('a mutex\nis held');
  });

  it('cuts a long paragraph between words, and says so', () => {
    const filler = Array.from({ length: 100 }, (_, i) => `filler${i}`).join(' ');
    const found = excerpt([`${filler} mutex ${filler}`], { mutex: 1 });
    expect(found?.text).toMatch(/^… (?:filler\d+ )+mutex(?: filler\d+)+ …$/);
    expect(marked(found)).toEqual(['mutex']);
  });

  const word = fc.constantFrom('mutex', 'queue', 'filler', '`code`', 'x'.repeat(300), '[a](b)', '😀', '|');
  const line = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
  const special = fc.constantFrom('', '```', '```go', '# Heading', '- item mutex', '    mutex', '| mutex |');

  it('holds for any section: bounded, its lines those of the file, its marks on matched words', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, special), { maxLength: 30 }), (lines) => {
        const text = lines.join('\n');
        const terms = new Map([
          ['mutex', 2],
          ['queue', 1],
        ]);
        for (let section = 0; ; section += 1) {
          const read = readSection(text, 'a.md', section, rememberTerms(terms));
          if (read === undefined) return;
          const [found] = excerptsOf(text, read, terms).excerpts;
          if (found === undefined) continue;
          const shown = found.text.split('\n');
          expect(found.kind === 'prose' || shown.length <= 6).toBe(true);
          for (const [i, one] of shown.entries()) {
            expect(one.length).toBeLessThanOrEqual(330);
            expect(lines[found.line - 1 + i]).toContain(one.replace(/^(\s*)… | …$/g, '$1'));
          }
          for (const mark of marked(found)) expect(['mutex', 'queue']).toContain(mark);
          expect(found.text).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });

  it('takes steps by length, however often a word stands in one line', () => {
    class Counted extends Map<string, number> {
      asked = 0;
      override get(term: string): number | undefined {
        this.asked += 1;
        return super.get(term);
      }
    }
    const steps = (length: number): number => {
      const terms = new Counted([['mutex', 1]]);
      const text = `${'mutex '.repeat(length)}\n\`\`\`go\n${'mutex '.repeat(length)}`;
      const read = readSection(text, 'a.md', 0, rememberTerms(terms));
      if (read === undefined) throw new Error('There is no section.');
      excerptsOf(text, read, terms);
      return terms.asked;
    };
    expect(steps(8000)).toBeLessThan(2.5 * steps(4000));
  });
});

/** `[label, kind, text]` of each. */
const shown = (all: readonly CutExcerpt[]): unknown[] =>
  all.map(({ label, kind, text }) => [label, kind, text]);

describe('the excerpts of a pitfall', () => {
  const code = (...lines: string[]): string[] => ['```cpp', ...lines, '```'];

  it('are the bad and the good form with their labels where the bad one matches', () => {
    const bare = [
      '## Queue full',
      'Bad:',
      ...code('push(mutex);'),
      'Good:',
      ...code('try_push();'),
      'Why: full.',
    ];
    expect(shown(excerpts(bare, { mutex: 1 }))).toEqual([
      ['bad', 'code', 'push(mutex);'],
      ['good', 'code', 'try_push();'],
    ]);
  });

  it('are the claim and the good form where the claim matches', () => {
    const claim = [
      '## Queue',
      'A full mutex blocks.',
      '',
      '**BAD**:',
      ...code('push();'),
      '**GOOD**:',
      ...code('try_push();'),
    ];
    expect(shown(excerpts(claim, { mutex: 1 }))).toEqual([
      [undefined, 'prose', 'A full mutex blocks.'],
      ['good', 'code', 'try_push();'],
    ]);
  });

  it('stay together under headings, with comments in one fence, with emoji, and with a fence that says so', () => {
    const headings = ['## Queue', '### Bad', ...code('push(mutex);'), '### Good', ...code('try_push();')];
    const comments = ['# T', ...code('// BAD: blocks', 'push(mutex);', '// GOOD: tries', 'try_push();')];
    const emoji = ['## Queue', '❌ Blocks', ...code('push(mutex);'), '✅ Tries', ...code('try_push();')];
    const info = [
      '## Queue',
      '```cpp bad',
      'push(mutex);',
      '```',
      '```cpp title="Good"',
      'try_push();',
      '```',
    ];
    for (const way of [headings, comments, emoji, info]) {
      const labels = excerpts(way, { mutex: 1 }).map(({ label, text }) => [label, text.split('\n').at(-1)]);
      expect(labels).toContainEqual(['bad', 'push(mutex);']);
      expect(labels).toContainEqual(['good', 'try_push();']);
    }
  });

  it('are of one pair where several stand under one title', () => {
    const pair = (at: number): string[] => [
      ...code(`// BAD: way ${at}`, `bad${at}(mutex${at});`),
      ...code(`// GOOD: way ${at}`, `good${at}();`),
    ];
    expect(
      shown(excerpts(['# Pitfalls', '', ...pair(1), '', ...pair(2), '', ...pair(3)], { mutex2: 1 })),
    ).toEqual([
      ['bad', 'code', '// BAD: way 2\nbad2(mutex2);'],
      ['good', 'code', '// GOOD: way 2\ngood2();'],
    ]);
  });

  it('are whole if they are short, so that the good form shows what makes it good', () => {
    const start = ['int main() {', '  auto queue = open();', '  queue.push(1);'];
    const excerptsOfPair = excerpts(
      [
        '## Never forget to close',
        ...code(
          '// BAD: loses',
          ...start,
          '}',
          '',
          '// GOOD: closes',
          ...start,
          '  work();',
          '  queue.close();',
          '}',
        ),
      ],
      { queue: 1, push: 1 },
    );
    expect(excerptsOfPair.at(-1)).toMatchObject({
      label: 'good',
      text: expect.stringContaining('queue.close();'),
    });
  });

  it('know a pair whose good form stands first, and take no other code for good or bad', () => {
    const turned = [
      '## Queue',
      'Good:',
      ...code('try_push();'),
      'Bad:',
      ...code('push(mutex);'),
      '',
      'Then:',
      ...code('flush();'),
    ];
    expect(shown(excerpts(turned, { mutex: 1 }))).toEqual([
      ['good', 'code', 'try_push();'],
      ['bad', 'code', 'push(mutex);'],
    ]);
    expect(shown(excerpts(turned, { flush: 1 }))).toContainEqual([undefined, 'code', 'flush();']);
  });
});

describe('counting the words of a section', () => {
  it('tells heading, text and code apart, and takes a comment for text', () => {
    const text = ['# A mutex', 'One mutex.', '```go', '// a mutex', 'mutex()', 'x() // mutex', '```'].join(
      '\n',
    );
    const read = readSection(text, 'a.md', 0, rememberTerms(new Set(['mutex'])));
    expect(read && countTerms(text, read).get('mutex')).toEqual({ heading: 1, text: 3, code: 1 });
  });

  it('looks through a part of a section of a megabyte, so that one text keeps nobody waiting', () => {
    const text = `# Locks\n\nTake the mutex.\n${'A plain sentence about the mutex.\n'.repeat(30_000)}`;
    const read = readSection(text, 'a.md', 0, rememberTerms(new Set(['mutex'])));
    expect(read?.section.end).toBeGreaterThan(500_000);
    expect(read?.matches.length).toBeLessThan(2_000);
    expect(read?.lines.at(-1)?.end).toBeLessThan(50_000);
  });
});

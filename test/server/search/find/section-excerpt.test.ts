import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Excerpt } from '../../../../src-server/contract/api.ts';
import { rememberTerms } from '../../../../src-server/search/find/remember-terms.ts';
import { excerptOf } from '../../../../src-server/search/find/section-excerpt.ts';
import { countTerms, readSection } from '../../../../src-server/search/find/section-reading.ts';

/** The excerpt of one section of a file, by weights of terms. */
function excerpt(
  lines: readonly string[],
  weights: Readonly<Record<string, number>>,
  { section = 0, file = 'a.md' } = {},
): Excerpt | undefined {
  const text = lines.join('\n');
  const terms = new Map(Object.entries(weights));
  const read = readSection(text, file, section, rememberTerms(terms));
  if (read === undefined) throw new Error('There is no such section.');
  return excerptOf(text, read, terms);
}

const marked = (of: Excerpt | undefined): string[] =>
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
    expect(found?.text).toBe('two()\nsrv.Shutdown(ctx)\nfour()');
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
          const found = excerptOf(text, read, terms);
          if (found === undefined) continue;
          const shown = found.text.split('\n');
          expect(found.kind === 'prose' || shown.length <= 6).toBe(true);
          for (const [i, one] of shown.entries()) {
            expect(one.length).toBeLessThanOrEqual(330);
            expect(lines[found.line - 1 + i]).toContain(one.replace(/^… | …$/g, ''));
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
      excerptOf(text, read, terms);
      return terms.asked;
    };
    expect(steps(8000)).toBeLessThan(2.5 * steps(4000));
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
});

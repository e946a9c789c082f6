import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Excerpt } from '../../../src-server/contract/api.ts';
import { entriesOfFile } from '../../../src-server/search/entries.ts';
import { excerptsOf } from '../../../src-server/search/excerpts.ts';
import { analyzeRun, runsOf, wantedTerms } from '../../../src-server/search/word-analysis.ts';
import { unless, without } from '../../support/unless.ts';

/** The excerpts of one entry of a file, by weights of terms. */
function excerpts(
  lines: readonly string[],
  weights: Readonly<Record<string, number>>,
  { entry = 0, file = 'a.md' } = {},
): readonly Excerpt[] {
  const shares = new Map(Object.entries(weights));
  const found = entriesOfFile(file, lines.join('\n'))[entry];
  if (found === undefined) throw new Error('There is no such entry.');
  return excerptsOf(found, { shares, termsAt: wantedTerms(new Set(shares.keys())) });
}

/** The only one of an entry without pairs. */
const excerpt = (...of: Parameters<typeof excerpts>): Excerpt | undefined => {
  const [only, ...more] = excerpts(...of);
  expect(more).toEqual([]);
  return only;
};

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
    const code = [
      '# Stop',
      '```go',
      'one()',
      'two()',
      'srv.Shutdown(ctx)',
      ...Array(6).fill('more()'),
      '```',
    ];
    const found = excerpt(code, { shutdown: 1 });
    expect(found).toMatchObject({ kind: 'code', language: 'go', line: 4 });
    expect(found?.text).toBe('… two()\nsrv.Shutdown(ctx)\nmore()\nmore()\nmore()\nmore() …');
    expect(marked(found)).toEqual(['Shutdown']);
  });

  it('knows an entry inside of a fence as code', () => {
    const code = ['```cpp', '// PITFALL 1: mutex', 'lock();', '// PITFALL 2: queue', 'push();', '```'];
    const found = excerpt(code, { queue: 1 }, { entry: 2 });
    expect(found).toMatchObject({ kind: 'code', language: 'cpp', line: 5 });
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

  it('holds for any entry: bounded, its lines those of the file, its marks on matched words', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, special), { maxLength: 30 }), (lines) => {
        const shares = new Map([
          ['mutex', 2],
          ['queue', 1],
        ]);
        for (const entry of entriesOfFile('a.md', lines.join('\n'))) {
          const [found] = excerptsOf(entry, { shares, termsAt: wantedTerms(new Set(shares.keys())) });
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
});

/** `[label, kind, text]` of each. */
const shown = (all: readonly Excerpt[]): unknown[] => all.map(({ label, kind, text }) => [label, kind, text]);

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

  it('are the claim and both forms where the claim matches: a good form alone says nothing of the mistake', () => {
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
      ['bad', 'code', 'push();'],
      ['good', 'code', 'try_push();'],
    ]);
  });

  it('stay together under headings, with comments in one fence, with emoji, and with a fence that says so', () => {
    const headings = ['## Queue', '### Bad', ...code('push(mutex);'), '### Good', ...code('try_push();')];
    const comments = ['## T', ...code('// BAD: blocks', 'push(mutex);', '// GOOD: tries', 'try_push();')];
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
      shown(excerpts(['## Pitfalls', '', ...pair(1), '', ...pair(2), '', ...pair(3)], { mutex2: 1 })),
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

const REGISTRIES = {
  sample: 'assets/sample-registry',
  fixtures: 'test/fixtures',
  'real registry': '../shared/real-registry',
};

const BAD = /^\W*(?:bad|wrong|incorrect)\b\s*(?:[\W]|$)/i;
const OTHER = /^\W*(?:good|right|correct|better|fix(?:ed)?|why|pitfall)\b|^\s*#{1,6} /i;

/** Numbers of the lines of code under a label of a bad form, read in the plainest way. */
function badLines(text: string): ReadonlySet<number> {
  const bad = new Set<number>();
  let isBad = false;
  let fence: 'before' | 'in' | 'after' = 'before';
  for (const [at, line] of text.split('\n').entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) fence = fence === 'in' ? 'after' : 'in';
    else if (BAD.test(line)) {
      isBad = true;
      fence = fence === 'in' ? 'in' : 'before';
    } else if (
      fence === 'in'
        ? /^\s*(?:\/\/|#|--)\W*(?:good|right|correct|better|pitfall|red line|rule)\b/i.test(line)
        : OTHER.test(line)
    )
      isBad = false;
    else if (fence === 'after' && line.trim() !== '') isBad = false;
    if (isBad && fence === 'in' && !isFence && line.trim() !== '') bad.add(at + 1);
  }
  return bad;
}

const termsOf = (run: string): readonly string[] => analyzeRun(run).map(({ term }) => term);

/** The unlabelled bad lines in excerpts of all entries, asked for each third line of bad code and for each title. */
function unlabelled(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const bad = badLines(text);
  const found: string[] = [];
  for (const entry of entriesOfFile(file, text)) {
    for (const [at, line] of entry.text.split('\n').entries()) {
      const number = entry.line + at;
      if (at > 0 && !(bad.has(number) && number % 3 === 0)) continue;
      const shares = new Map(
        runsOf(line)
          .flatMap(termsOf)
          .map((term) => [term, 1]),
      );
      for (const { label, kind, line: first, text: shown } of excerptsOf(entry, {
        shares,
        termsAt: wantedTerms(new Set(shares.keys())),
      })) {
        const numbers = shown.split('\n').map((_, place) => first + place);
        if (kind === 'code' && label !== 'bad' && numbers.some((each) => bad.has(each)))
          found.push(`${file}:${first}: ${shown}`);
      }
    }
  }
  return found;
}

describe.each(Object.entries(REGISTRIES))('excerpts of the %s', (_name, folder) => {
  it('never show code of a bad form without its label', unless(without(folder)), () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(folder, path));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(unlabelled).join('\n---\n')).toBe('');
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { excerptsOf } from '../../../../src-server/search/excerpts/section-excerpt.ts';
import { readSection } from '../../../../src-server/search/sections/section-reading.ts';
import { rememberTerms } from '../../../../src-server/search/words/remember-terms.ts';
import { runsOf } from '../../../../src-server/search/words/text-scanner.ts';
import { analyzeRun } from '../../../../src-server/search/words/word-analysis.ts';
import { unless, without } from '../../../support/unless.ts';

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

/** Excerpts of all sections, asked for each line of bad code and for each heading; the unlabelled bad lines in them. */
function unlabelled(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const bad = badLines(text);
  const found: string[] = [];
  const words = new Set(runsOf(text).flatMap(termsOf));
  for (let section = 0; ; section += 1) {
    const read = readSection(text, file, section, rememberTerms(words));
    if (read === undefined) return found;
    const asked = read.lines.filter(
      ({ number, kind }) => kind === 'heading' || (bad.has(number) && number % 3 === 0),
    );
    for (const line of asked) {
      const weights = new Map(
        runsOf(text.slice(line.start, line.end))
          .flatMap(termsOf)
          .map((term) => [term, 1]),
      );
      for (const { label, kind, line: first, text: shown } of excerptsOf(text, read, weights).excerpts) {
        const numbers = shown.split('\n').map((_, at) => first + at);
        if (kind === 'code' && label !== 'bad' && numbers.some((number) => bad.has(number)))
          found.push(`${file}:${first}: ${shown}`);
      }
    }
  }
}

describe.each(Object.entries(REGISTRIES))('excerpts of the %s', (_name, folder) => {
  it('never show code of a bad form without its label', unless(without(folder)), () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(folder, path));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(unlabelled)).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownPages } from './markdown-page.ts';

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
);
const MONTH = new RegExp(String.raw`\b(${MONTHS.join('|')}) (20\d\d)\b`, 'g');
/** Figures of a release may be a year older than it, no more. */
const OLDEST_MONTHS = 12;

/** A month as a count of months. */
const monthNumber = (year: number, month: number) => year * 12 + month;

/** The months that a text names. */
const monthsIn = (text: string): readonly number[] =>
  [...text.matchAll(MONTH)].map(([, month = '', year]) => monthNumber(Number(year), MONTHS.indexOf(month)));

/** The month of the newest release. No clock: figures grow too old by a release, not over night. */
const newestRelease = (() => {
  const [, year, month] = /^## \[[\d.]+\] - (\d{4})-(\d\d)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  return monthNumber(Number(year), Number(month) - 1);
})();

/** Whether a table of a text has figures that were measured. */
const hasFigures = (text: string) =>
  text
    .split('\n')
    .some((line) => line.startsWith('| ') && /\d (?:%|(?:ms|µs|MB)\b)|\b\d\.\d{3}\b/.test(line));

/**
 * The parts of pages with figures of ours, with the text that dates each: the part itself, and what the page says above all
 * its headings, where it speaks for them all.
 */
const measured = ownPages()
  .filter(
    ({ file, prose }) =>
      file.startsWith('docs/') && /`(?:npm run (?:bench|relevance)|node test\/bench\/)/.test(prose),
  )
  .flatMap(({ file, prose }) => {
    const [opening = '', ...parts] = prose.split(/^## /m);
    return parts.filter(hasFigures).map((part) => ({
      part: `${file}, ${part.split('\n')[0]}`,
      months: monthsIn(/^Figures of /m.test(opening) ? `${opening}\n${part}` : part),
    }));
  });

it('figures stand on pages that say how they were made', () => {
  expect(new Set(measured.map(({ part }) => part.replace(/,.*/, '')))).toEqual(
    new Set(['docs/performance.md', 'docs/projects.md', 'docs/search-measurements.md']),
  );
});

describe.each(measured)('the figures of $part', ({ months }) => {
  it('have the month in which they were measured', () => {
    expect(months, 'Say here, or above the first heading, when these figures were measured.').not.toEqual([]);
  });

  it('are of the year before the newest release', () => {
    const old = months.filter((month) => newestRelease - month > OLDEST_MONTHS);
    expect(old, 'Measure again what is older than that, and write the month of it.').toEqual([]);
  });
});

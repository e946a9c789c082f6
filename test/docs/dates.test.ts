import { describe, expect, it } from 'vitest';
import { ownPages } from './markdown-page.ts';

const MONTH =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d\b/;

/** Pages with figures of ours: they say what measured them. */
const measured = ownPages().filter(
  ({ file, prose }) =>
    file.startsWith('docs/') &&
    /`(?:npm run (?:bench|relevance)|node test\/bench\/)[^`]*`/.test(prose) &&
    /\d %|\d ms|\d\.\d{3}/.test(prose),
);

it('figures stand on pages that say how they were made', () => {
  expect(measured.map(({ file }) => file)).toEqual(
    expect.arrayContaining(['docs/performance.md', 'docs/search.md']),
  );
});

describe.each(measured.map(({ file, prose }) => [file, prose] as const))(
  'the figures of %s',
  (_file, prose) => {
    it('have the month in which they were measured', () => {
      expect(MONTH.test(prose), 'Say once in which month and year these figures were measured.').toBe(true);
    });
  },
);

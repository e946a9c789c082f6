/** Entries that judged questions name stand in the sample's files, so that a renamed heading isn't counted as a miss. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface JudgedEntry {
  readonly key: string;
  readonly file: string;
  readonly heading: string;
}
interface JudgedSet {
  readonly queries: readonly {
    readonly id: string;
    readonly entries?: readonly JudgedEntry[];
    readonly sections?: Readonly<Record<string, readonly string[]>>;
  }[];
}

/** Headings of the second level, those inside of code left out. */
function headingsOf(key: string, file: string): readonly string[] {
  const path = `assets/sample-registry/skills/${key}/${file}`;
  if (!existsSync(path)) return [];
  const prose = readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '');
}

function entriesOfSections(sections: Readonly<Record<string, readonly string[]>>): JudgedEntry[] {
  return Object.entries(sections).flatMap(([key, named]) =>
    named.map((name) => {
      const [file = '', ...heading] = name.split('#');
      return { key, file, heading: heading.join('#') };
    }),
  );
}

it.each([
  'entries-blind',
  'entries-later',
  'sample-code',
  'sample-code-held-out',
  'sample-sections',
  'sample-sections-held-out',
])('every entry that the set %s names is a heading of its file', (set) => {
  const { queries } = JSON.parse(readFileSync(`test/bench/relevance/${set}.json`, 'utf8')) as JudgedSet;
  const named = queries.flatMap(({ id, entries = [], sections = {} }) =>
    [...entries, ...entriesOfSections(sections)].map((entry) => ({ id, ...entry })),
  );
  expect(named.length).toBeGreaterThan(14);
  expect(named.filter(({ key, file, heading }) => !headingsOf(key, file).includes(heading))).toEqual([]);
});

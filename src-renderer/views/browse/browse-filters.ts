import type { SkillRow } from '../../skill/skill-row.ts';

/** Values of a facet are alternatives. */
export const FACETS = ['language', 'risk', 'tier', 'group', 'type', 'tag'] as const;
export type Facet = (typeof FACETS)[number];

export const SORTS = ['trust', 'name', 'risk', 'updated'] as const;
export type Sort = (typeof SORTS)[number];

/** Skills without a value. */
export const NOT_GIVEN = '';

/** Stored in the URL. */
export interface BrowseFilters {
  readonly chosen: Readonly<Record<Facet, ReadonlySet<string>>>;
  /** Words in name or key. */
  readonly name: string;
  /** 0 to 100, inclusive. Skills without a score pass only the full range. */
  readonly trust: readonly [from: number, to: number];
  readonly onlyProblems: boolean;
  readonly onlyVerified: boolean;
  readonly sort: Sort;
  readonly ascending: boolean;
}

/** Mistakes with high risk cost most. */
const DEFAULT_SORT: Sort = 'risk';

/** Best, riskiest and newest first, names from A to Z. */
export const NATURALLY_ASCENDING: Readonly<Record<Sort, boolean>> = {
  trust: false,
  risk: false,
  updated: false,
  name: true,
};

/** Invalid values become defaults. */
export function readFilters(params: URLSearchParams): BrowseFilters {
  const sort = SORTS.find((name) => name === params.get('sort')) ?? DEFAULT_SORT;
  const [from, to] = (params.get('trust') ?? '').split('-').map(Number);
  const order = params.get('order');
  return {
    chosen: {
      language: new Set(params.getAll('language')),
      risk: new Set(params.getAll('risk')),
      tier: new Set(params.getAll('tier')),
      group: new Set(params.getAll('group')),
      type: new Set(params.getAll('type')),
      tag: new Set(params.getAll('tag')),
    },
    name: params.get('name') ?? '',
    trust: [score(from, 0), score(to, 100)],
    onlyProblems: params.has('problems'),
    onlyVerified: params.has('verified'),
    sort,
    ascending: order === null ? NATURALLY_ASCENDING[sort] : order === 'asc',
  };
}

function score(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= 100 ? value : otherwise;
}

/** Only deviations from defaults. */
export function writeFilters(filters: BrowseFilters): URLSearchParams {
  const params = new URLSearchParams();
  for (const facet of FACETS) for (const value of filters.chosen[facet]) params.append(facet, value);
  if (filters.name !== '') params.set('name', filters.name);
  const [from, to] = filters.trust;
  if (from > 0 || to < 100) params.set('trust', `${from}-${to}`);
  if (filters.onlyProblems) params.set('problems', '');
  if (filters.onlyVerified) params.set('verified', '');
  if (filters.sort !== DEFAULT_SORT) params.set('sort', filters.sort);
  if (filters.ascending !== NATURALLY_ASCENDING[filters.sort])
    params.set('order', filters.ascending ? 'asc' : 'desc');
  return params;
}

export function toggleValue(filters: BrowseFilters, facet: Facet, value: string): BrowseFilters {
  const values = new Set(filters.chosen[facet]);
  if (!values.delete(value)) values.add(value);
  return { ...filters, chosen: { ...filters.chosen, [facet]: values } };
}

/** Sorting does not count. */
export function countActive(filters: BrowseFilters): number {
  const [from, to] = filters.trust;
  return (
    FACETS.reduce((sum, facet) => sum + filters.chosen[facet].size, 0) +
    (filters.name.trim() === '' ? 0 : 1) +
    (from > 0 || to < 100 ? 1 : 0) +
    (filters.onlyProblems ? 1 : 0) +
    (filters.onlyVerified ? 1 : 0)
  );
}

function valuesOf(row: SkillRow, facet: Facet): readonly string[] {
  if (facet === 'tag') return row.tags;
  return [row[facet] ?? NOT_GIVEN];
}

/** Risks by weight, other values by count, missing values last. */
const RISK_ORDER = ['high', 'medium', 'low'];

/** Order independent of filters: checkboxes must not move under a click. */
export function facetValues(all: readonly SkillRow[]): Readonly<Record<Facet, readonly string[]>> {
  return Object.fromEntries(FACETS.map((facet) => [facet, orderedValues(all, facet)])) as unknown as Record<
    Facet,
    readonly string[]
  >;
}

function orderedValues(all: readonly SkillRow[], facet: Facet): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of all)
    for (const value of valuesOf(row, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const rank = (value: string) =>
    facet === 'risk' && RISK_ORDER.includes(value) ? RISK_ORDER.indexOf(value) : RISK_ORDER.length;
  return [...counts.keys()].sort(
    (a, b) =>
      Number(a === NOT_GIVEN) - Number(b === NOT_GIVEN) ||
      rank(a) - rank(b) ||
      (counts.get(b) ?? 0) - (counts.get(a) ?? 0) ||
      (a < b ? -1 : 1),
  );
}

type Test = (row: SkillRow) => boolean;

function testsOf(filters: BrowseFilters, hasProblems: (key: string) => boolean): ReadonlyMap<string, Test> {
  const tests = new Map<string, Test>();
  for (const facet of FACETS) {
    const chosen = filters.chosen[facet];
    if (chosen.size > 0) tests.set(facet, (row) => valuesOf(row, facet).some((value) => chosen.has(value)));
  }
  const words = filters.name.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0)
    tests.set('name', ({ name, key }) => {
      const text = `${name} ${key}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const [from, to] = filters.trust;
  if (from > 0 || to < 100)
    tests.set('trust', ({ trust }) => trust !== undefined && trust.score >= from && trust.score <= to);
  if (filters.onlyProblems) tests.set('problems', ({ key }) => hasProblems(key));
  if (filters.onlyVerified) tests.set('verified', ({ verified }) => verified);
  return tests;
}

export interface Filtered {
  /** Passing all filters, sorted. */
  readonly rows: readonly SkillRow[];
  /** Per value, with all other facets applied. */
  readonly counts: Readonly<Record<Facet, ReadonlyMap<string, number>>>;
  /** Per 5 points from 0 to 100, with all other filters applied. */
  readonly trustHistogram: readonly number[];
  readonly withProblems: number;
  readonly verified: number;
  /** Hidden only by the named filter. */
  readonly hidden: ReadonlyMap<string, number>;
}

const HISTOGRAM_STEP = 5;

export function applyFilters(
  all: readonly SkillRow[],
  filters: BrowseFilters,
  hasProblems: (key: string) => boolean,
): Filtered {
  const tests = [...testsOf(filters, hasProblems)];
  const rows: SkillRow[] = [];
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map<string, number>()])) as Record<
    Facet,
    Map<string, number>
  >;
  const trustHistogram = Array.from({ length: 100 / HISTOGRAM_STEP }, () => 0);
  const hidden = new Map(tests.map(([name]) => [name, 0]));
  let [withProblems, verified] = [0, 0];
  for (const row of all) {
    let failed: string | undefined;
    let failures = 0;
    for (const [name, test] of tests) {
      if (test(row)) continue;
      failed = name;
      failures += 1;
      if (failures > 1) break;
    }
    if (failures > 1) continue;
    if (failed === undefined) rows.push(row);
    else hidden.set(failed, (hidden.get(failed) ?? 0) + 1);
    for (const facet of FACETS)
      if (failed === undefined || failed === facet)
        for (const value of valuesOf(row, facet))
          counts[facet].set(value, (counts[facet].get(value) ?? 0) + 1);
    if ((failed === undefined || failed === 'trust') && row.trust !== undefined) {
      const bin = Math.min(
        trustHistogram.length - 1,
        Math.max(0, Math.floor(row.trust.score / HISTOGRAM_STEP)),
      );
      trustHistogram[bin] = (trustHistogram[bin] ?? 0) + 1;
    }
    if ((failed === undefined || failed === 'problems') && hasProblems(row.key)) withProblems += 1;
    if ((failed === undefined || failed === 'verified') && row.verified) verified += 1;
  }
  return {
    rows: rows.sort(comparison(filters)),
    counts,
    trustHistogram,
    withProblems,
    verified,
    hidden,
  };
}

const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const SORT_VALUES: Readonly<Record<Exclude<Sort, 'name'>, (row: SkillRow) => number | string | undefined>> = {
  trust: ({ trust }) => trust?.score,
  updated: ({ updatedAt }) => updatedAt,
  // Words outside of the format count as missing.
  risk: ({ risk = '' }) => (RISK_ORDER.includes(risk) ? -RISK_ORDER.indexOf(risk) : undefined),
};

/** Missing values last in both directions. Ties: name, key. */
function comparison({ sort, ascending }: BrowseFilters): (a: SkillRow, b: SkillRow) => number {
  const sign = ascending ? 1 : -1;
  const byName = (a: SkillRow, b: SkillRow) => NAMES.compare(a.name, b.name) || (a.key < b.key ? -1 : 1);
  if (sort === 'name') return (a, b) => sign * byName(a, b);
  const sortValue = SORT_VALUES[sort];
  return (a, b) => {
    const [left, right] = [sortValue(a), sortValue(b)];
    if (left === right) return byName(a, b);
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    return left < right ? -sign : sign;
  };
}

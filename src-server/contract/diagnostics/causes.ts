/** Groups diagnostics by repairing edit. Pure. */

import { compareText } from '../words/compare-text.ts';
import { type CauseKind, type CauseRank, FOLLOWS, kindOfCause, type Repair } from './cause-kinds.ts';
import { causeTitle, type Phrase } from './cause-title.ts';
import { DIAGNOSTICS, type Diagnostic, isLeftOut, type Severity } from './diagnostic.ts';
import { compareSeverity, worstSeverity } from './severity.ts';
import { fieldOf, type WrongValue, wrongValues } from './wrong-values.ts';

export type { CauseRank, Repair } from './cause-kinds.ts';
export { type Phrase, plainTitle } from './cause-title.ts';
export type { WrongValue } from './wrong-values.ts';

export interface Cause {
  /** Stable. */
  readonly id: string;
  readonly rank: CauseRank;
  readonly severity: Severity;
  readonly repair: Repair;
  readonly title: readonly Phrase[];
  readonly why: string;
  readonly fix: string;
  /** At least one, in input order. */
  readonly places: readonly Diagnostic[];
  /** Sorted, unique. */
  readonly skills: readonly string[];
  /** Most frequent first. */
  readonly values: readonly WrongValue[];
  /** Skills without other problems. */
  readonly cleanWithout: number;
}

/** Unwritten skill, no fault. */
export interface Draft {
  readonly key: string;
  /** Empty for served skills, where only the summary is a template's. */
  readonly reasons: readonly Diagnostic[];
  readonly isSummaryLeft: boolean;
  /** Further unwritten places. */
  readonly places: readonly Diagnostic[];
}

export interface SkillSummary {
  readonly key: string;
  readonly summary?: string | undefined;
}

export interface Causes {
  /** Unserved folders first, then by rank and number of places. Places are unique. */
  readonly causes: readonly Cause[];
  /** By key. Groups contain other problems of these skills. */
  readonly drafts: readonly Draft[];
  /** Keys without noticeable problems and drafts, in input order. */
  readonly clean: readonly string[];
}

export const CAUSE_RANKS = ['unserved', 'misleading', 'cosmetic'] as const satisfies readonly CauseRank[];

export function findCauses(diagnostics: readonly Diagnostic[], skills: readonly SkillSummary[] = []): Causes {
  const groups = new Map<string, Group>();
  const leftToWrite = new Map<string, Diagnostic[]>();
  const rootsOf = rootsBySkill(diagnostics);
  for (const diagnostic of diagnostics) {
    const root = rootOf(diagnostic, rootsOf);
    if (root === 'draft') push(leftToWrite, diagnostic.skillKey ?? '', diagnostic);
    else addPlace(groups, root, diagnostic);
  }
  const drafts = findDrafts(skills, leftToWrite);
  return { drafts, ...judgeSkills(joinMissingFields([...groups.values()]), skills, drafts) };
}

/** Excludes cosmetic groups. */
export function countNoticed(causes: readonly Cause[]): number {
  return causes.filter(({ rank }) => rank !== 'cosmetic').length;
}

interface Group {
  readonly id: string;
  readonly kind: CauseKind;
  readonly places: Diagnostic[];
}

function push<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}

/** Skill key to code to first diagnostic. */
type RootsBySkill = ReadonlyMap<string, ReadonlyMap<string, Diagnostic>>;

function rootsBySkill(diagnostics: readonly Diagnostic[]): RootsBySkill {
  const codes = new Set<string>([...FOLLOWS.values()].flat());
  const roots = new Map<string, Map<string, Diagnostic>>();
  for (const diagnostic of diagnostics) {
    const { code, skillKey } = diagnostic;
    if (skillKey === undefined || !codes.has(code)) continue;
    const there = roots.get(skillKey) ?? new Map<string, Diagnostic>();
    if (!there.has(code)) roots.set(skillKey, there.set(code, diagnostic));
  }
  return roots;
}

function rootOf(diagnostic: Diagnostic, rootsOf: RootsBySkill) {
  const there = rootsOf.get(diagnostic.skillKey ?? '');
  const followed = FOLLOWS.get(diagnostic.code) ?? [];
  const [root = diagnostic] = followed.flatMap((code) => there?.get(code) ?? []);
  return kindOfCause(root);
}

function addPlace(
  groups: Map<string, Group>,
  { name, kind }: Exclude<ReturnType<typeof kindOfCause>, 'draft'>,
  place: Diagnostic,
): void {
  const id = kind.byField ? `${name}:${fieldOf(place)}` : name;
  const group = groups.get(id) ?? { id, kind, places: [] };
  group.places.push(place);
  groups.set(id, group);
}

/** One edit adds all fields missing from the same skills. */
function joinMissingFields(groups: readonly Group[]): readonly Group[] {
  const joined = new Map<string, Group>();
  for (const group of groups) {
    const isMissing = group.kind.details === 'fields';
    const where = isMissing ? JSON.stringify([group.kind.repair, ...skillsOf(group.places)]) : group.id;
    const before = joined.get(where);
    joined.set(
      where,
      before === undefined
        ? group
        : { ...before, id: `${before.id},${group.id}`, places: [...before.places, ...group.places] },
    );
  }
  return [...joined.values()];
}

function skillsOf(places: readonly Diagnostic[]): readonly string[] {
  const keys = new Set(places.flatMap(({ skillKey }) => (skillKey === undefined ? [] : [skillKey])));
  return [...keys].sort(compareText);
}

function judgeSkills(
  groups: readonly Group[],
  skills: readonly SkillSummary[],
  drafts: readonly Draft[],
): Pick<Causes, 'causes' | 'clean'> {
  const judged = groups.map((group) => ({ group, keys: skillsOf(group.places) }));
  /** By key; undefined for several. */
  const onlyCause = new Map<string, string | undefined>();
  for (const { group, keys } of judged)
    if (group.kind.rank !== 'cosmetic')
      for (const key of keys) onlyCause.set(key, onlyCause.has(key) ? undefined : group.id);
  const unwritten = new Set(drafts.map(({ key }) => key));
  const written = skills.filter(({ key }) => !unwritten.has(key));
  const cleanWithout = new Map<string | undefined, number>();
  for (const { key } of written) {
    const only = onlyCause.get(key);
    cleanWithout.set(only, (cleanWithout.get(only) ?? 0) + 1);
  }
  const causes = judged.map(({ group, keys }) => toCause(group, keys, cleanWithout.get(group.id) ?? 0));
  return {
    causes: causes.sort(compareCauses),
    clean: written.filter(({ key }) => !onlyCause.has(key)).map(({ key }) => key),
  };
}

function compareCauses(a: Cause, b: Cause): number {
  return (
    Number(b.places.some(isLeftOut)) - Number(a.places.some(isLeftOut)) ||
    CAUSE_RANKS.indexOf(a.rank) - CAUSE_RANKS.indexOf(b.rank) ||
    b.places.length - a.places.length ||
    compareSeverity(a.severity, b.severity) ||
    compareText(a.id, b.id)
  );
}

function toCause({ id, kind, places }: Group, skills: readonly string[], cleanWithout: number): Cause {
  const values = wrongValues(places);
  const [first] = places;
  const advice =
    first !== undefined && Object.hasOwn(DIAGNOSTICS, first.code) ? DIAGNOSTICS[first.code] : undefined;
  return {
    id,
    rank: kind.rank,
    severity: worstSeverity(places.map(({ severity }) => severity)) ?? 'info',
    repair: kind.repair,
    title: causeTitle(id, kind, places, values),
    why: kind.why ?? '',
    fix: kind.fix ?? advice?.fix ?? 'See what the place itself says.',
    places,
    skills,
    values,
    cleanWithout,
  };
}

function findDrafts(
  skills: readonly SkillSummary[],
  leftToWrite: ReadonlyMap<string, readonly Diagnostic[]>,
): readonly Draft[] {
  const left = new Set(skills.filter(({ summary }) => isTemplateSummary(summary)).map(({ key }) => key));
  return [...new Set([...left, ...leftToWrite.keys()])].sort(compareText).map((key) => ({
    key,
    isSummaryLeft: left.has(key),
    reasons: leftToWrite.get(key)?.filter(({ code }) => code === 'skill-draft') ?? [],
    places: leftToWrite.get(key)?.filter(({ code }) => code !== 'skill-draft') ?? [],
  }));
}

/** From `skills-registry init`, or a sentence repeating the repository. */
export function isTemplateSummary(summary: string | undefined): boolean {
  return summary !== undefined && /\{\{write:|^\s*LibSkills skill for \S+/i.test(summary);
}

/** Hundreds of places where a registry is wrong, as the few edits that mend them. Pure; the window and others share it. */
import { type CauseKind, type CauseRank, FOLLOWS, kindOfCause, type Mending } from './cause-kinds.ts';
import { type Phrase, titleOf } from './cause-title.ts';
import { compareText, DIAGNOSTICS, type Diagnostic, isLeftOut, type Severity } from './diagnostic.ts';
import { compareSeverity, worstSeverity } from './severity.ts';
import { fieldOf, type WrongValue, wrongValues } from './wrong-values.ts';

export type { CauseRank, Mending } from './cause-kinds.ts';
export { type Phrase, plainTitle } from './cause-title.ts';
export { fieldOf, type WrongValue } from './wrong-values.ts';

/** What one edit, or one kind of edit, mends. */
export interface Cause {
  /** The same as long as the cause is there, whatever else changes. */
  readonly id: string;
  readonly rank: CauseRank;
  /** The worst of its places. */
  readonly severity: Severity;
  readonly mending: Mending;
  readonly title: readonly Phrase[];
  readonly why: string;
  readonly fix: string;
  /** In the order in which they were given; at least one. */
  readonly places: readonly Diagnostic[];
  /** Keys of the skills that it is in, each once, sorted. */
  readonly skills: readonly string[];
  /** The most frequent first. */
  readonly values: readonly WrongValue[];
  /** How many skills would be clean without it. */
  readonly cleanWithout: number;
}

/** A skill that nobody has written yet: nothing is wrong with it. */
export interface Draft {
  readonly key: string;
  /** That it isn't served; none where agents get it all the same, since only its summary is a template's. */
  readonly reasons: readonly Diagnostic[];
  /** Whether its summary is still the one that a template wrote. */
  readonly isSummaryLeft: boolean;
  /** Where else something is still to be written. */
  readonly places: readonly Diagnostic[];
}

/** What of a skill tells whether it is a draft. */
export interface DescribedSkill {
  readonly key: string;
  readonly summary?: string | undefined;
}

/** All problems, taken together by what mends them. */
export interface Causes {
  /** Folders that are left out first, then the worst rank, within one the most places; no place is in two. */
  readonly causes: readonly Cause[];
  /** By key. Their places are in no cause; what else is wrong with them is. */
  readonly drafts: readonly Draft[];
  /** Keys of skills with nothing above cosmetic that are no drafts, in the order in which they were given. */
  readonly clean: readonly string[];
}

/** The worst first. */
export const CAUSE_RANKS = ['unserved', 'misleading', 'cosmetic'] as const satisfies readonly CauseRank[];

/** Sorts diagnostics into causes and drafts: each of them is in exactly one. */
export function findCauses(
  diagnostics: readonly Diagnostic[],
  skills: readonly DescribedSkill[] = [],
): Causes {
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

/** How many causes agents notice: all but the cosmetic ones. */
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

/** Of each skill the first place of each code. */
type RootsBySkill = ReadonlyMap<string, ReadonlyMap<string, Diagnostic>>;

/** By the key of their skill, only those that others follow from. */
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

/** Fields that are missing from the very same skills were forgotten together; one edit mends them. */
function joinMissingFields(groups: readonly Group[]): readonly Group[] {
  const joined = new Map<string, Group>();
  for (const group of groups) {
    const isMissing = group.kind.told === 'fields';
    const where = isMissing ? JSON.stringify([group.kind.mending, ...skillsOf(group.places)]) : group.id;
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
  skills: readonly DescribedSkill[],
  drafts: readonly Draft[],
): Pick<Causes, 'causes' | 'clean'> {
  const judged = groups.map((group) => ({ group, keys: skillsOf(group.places) }));
  /** Of each skill with causes that agents notice: the only one, or undefined where there are more. */
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
    mending: kind.mending,
    title: titleOf(id, kind, places, values),
    why: kind.why ?? advice?.why ?? 'Only a newer version of this program knows this problem.',
    fix: kind.fix ?? advice?.fix ?? 'See what the place itself says.',
    places,
    skills,
    values,
    cleanWithout,
  };
}

function findDrafts(
  skills: readonly DescribedSkill[],
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

/** What `skills-registry init` marks as still to be written, or a sentence that only repeats the repository. */
export function isTemplateSummary(summary: string | undefined): boolean {
  return summary !== undefined && /\{\{write:|^\s*LibSkills skill for \S+/i.test(summary);
}

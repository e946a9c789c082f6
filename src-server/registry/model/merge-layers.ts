import type { SkillKey } from '../../contract/api/api.ts';
import { countBySeverity, type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { later } from './index-head.ts';
import { type Claim, type Claims, mergeRecords } from './merge-records.ts';
import {
  allFindings,
  type FoundByWhom,
  type IndexHead,
  inRegistry,
  type KeyRecord,
  type RegistrySnapshot,
  type SnapshotLayer,
} from './registry-snapshot.ts';
import { compareBytes } from './skill-key.ts';

export interface Layer {
  readonly name: string;
  readonly snapshot: RegistrySnapshot;
  readonly unavailable?: string | undefined;
}

export type Layers = readonly [Layer, ...Layer[]];

export interface MergedChange {
  readonly snapshot: RegistrySnapshot;
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
}

/**
 * The uppermost skill of each key, as in a single registry. Unchanged keys keep their objects. Generation 1.
 *
 * @param layers upper first
 */
export function mergeLayers(layers: Layers, before?: Pick<RegistrySnapshot, 'records'>): MergedChange {
  const claims = claimsByKey(layers);
  const shares = sharesOf(layers, claims);
  const records = mergeRecords(claims, shares, before?.records);
  const snapshots = layers.map(({ snapshot }) => snapshot);
  const general = generalFindings(layers);
  const { location, contents } = layers[0].snapshot;
  const snapshot: RegistrySnapshot = {
    location,
    generation: 1,
    skills: new Map(Array.from(records, ([key, { skill }]) => [key, skill])),
    drafts: new Map(layers.flatMap(draftsOf)),
    entries: new Map(Array.from(records, ([key, { entry }]) => [key, entry])),
    records,
    index: mergeHeads(snapshots),
    general,
    counts: countBySeverity([...allFindings({ general, records })]),
    unchecked: sum([...records.values()], ({ isChecked }) => (isChecked ? 0 : 1)),
    fileCount: sum([...records.values()], ({ skill }) => skill.files.size),
    leftOut: sum(snapshots, ({ leftOut }) => leftOut),
    indexedAt: new Date(Math.max(...snapshots.map(({ indexedAt }) => indexedAt.getTime()))),
    loadMs: Math.max(...snapshots.map(({ loadMs }) => loadMs)),
    contents,
    layers: shares,
  };
  return { snapshot, ...compareRecords(before?.records ?? new Map(), records) };
}

function claimsByKey(layers: Layers): ReadonlyMap<SkillKey, Claims> {
  const byKey = new Map<SkillKey, [Claim, ...Claim[]]>();
  for (const [place, { snapshot }] of layers.entries())
    for (const [key, record] of snapshot.records) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [{ place, record }]);
      else known.push({ place, record });
    }
  return new Map([...byKey].sort(([a], [b]) => compareBytes(a, b)));
}

function sharesOf(layers: Layers, claims: ReadonlyMap<SkillKey, Claims>): readonly SnapshotLayer[] {
  const shadowed = layers.map(() => 0);
  for (const [, ...lower] of claims.values())
    for (const { place } of lower) shadowed[place] = (shadowed[place] ?? 0) + 1;
  return layers.map(({ name, snapshot: { location, records, contents } }, place) => ({
    name,
    location,
    skills: records.size,
    shadowed: shadowed[place] ?? 0,
    contents,
  }));
}

/** Several layers may have the same folder. */
function draftsOf({ name, snapshot: { drafts } }: Layer) {
  return Array.from(drafts, ([folder, draft]) => [`${name}/${folder}`, draft] as const);
}

/** Sum of versions. Unknown fields of the uppermost. */
function mergeHeads(snapshots: readonly RegistrySnapshot[]): IndexHead {
  const heads = snapshots.map(({ index }) => index);
  const times = heads.map(({ updated_at }) => updated_at);
  const [latest = ''] = times.sort((a, b) => Date.parse(b) - Date.parse(a));
  return {
    ...heads[0],
    schema: 'skills/v1',
    version: sum(heads, ({ version }) => version),
    updated_at: latest,
  };
}

function generalFindings(layers: Layers): FoundByWhom {
  const of = (name: string, found: readonly Diagnostic[]) => found.map((one) => inRegistry(one, name));
  return {
    loader: layers.flatMap(({ name, snapshot, unavailable }) => [
      ...(unavailable === undefined ? [] : [reportUnavailable(name, snapshot, unavailable)]),
      ...of(name, snapshot.general.loader),
    ]),
    rules: layers.flatMap(({ name, snapshot }) => of(name, snapshot.general.rules)),
  };
}

function reportUnavailable(registry: string, { records }: RegistrySnapshot, reason: string): Diagnostic {
  return records.size === 0
    ? diagnose('file-unreadable', `${reason} Nothing of it is served.`, { registry })
    : diagnose('unreadable-kept', `${reason} The last state read is still served.`, { registry });
}

export function compareRecords(
  before: RegistrySnapshot['records'],
  now: RegistrySnapshot['records'],
): Omit<MergedChange, 'snapshot'> {
  const isOther = ([key, { skill, entry }]: readonly [SkillKey, KeyRecord]) => {
    const known = before.get(key);
    return known?.skill !== skill || known.entry !== entry;
  };
  return {
    changed: [...now].filter(isOther).map(([key]) => key),
    removed: [...before.keys()].filter((key) => !now.has(key)),
  };
}

function sum<T>(items: readonly T[], count: (item: T) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

/** Version and time never decrease when layers change. Greater ones stay, so that all services agree. */
export class HeadOverLayers {
  #added = 0;
  #since: string | undefined;

  raise(before: IndexHead, next: IndexHead, now: Date): void {
    const isLater = later(before.updated_at, next.updated_at) !== before.updated_at;
    if (isLater && next.version + this.#added > before.version) return;
    this.#added = Math.max(this.#added, before.version + 1 - next.version);
    this.#since = later(before.updated_at, now.toISOString());
  }

  of(head: IndexHead): IndexHead {
    if (this.#since === undefined) return head;
    const { version, updated_at: updatedAt } = head;
    return { ...head, version: version + this.#added, updated_at: later(updatedAt, this.#since) };
  }
}

import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { checkCaseCollision, checkDependencies } from '../../validation/check-registry.ts';
import type { KeyRecord, RegistrySnapshot, SnapshotLayer } from './registry-snapshot.ts';
import { joinRelative } from './relative-path.ts';
import { isSameJson } from './same-json.ts';

export type Claims = readonly [Claim, ...Claim[]];

export interface Claim {
  readonly place: number;
  readonly record: KeyRecord;
}

interface Won {
  readonly key: SkillKey;
  readonly record: KeyRecord;
  readonly layer: SnapshotLayer;
  readonly shadows: readonly Shadow[];
  /** First equal key, ignoring case. */
  readonly first: SkillKey;
}

interface Shadow {
  readonly registry: string;
  readonly folder: string;
}

/** Unchanged records keep their objects. */
export function mergeRecords(
  claims: ReadonlyMap<SkillKey, Claims>,
  layers: readonly SnapshotLayer[],
  before: RegistrySnapshot['records'] | undefined,
): ReadonlyMap<SkillKey, KeyRecord> {
  const firstFolded = new Map<string, SkillKey>();
  const records = new Map<SkillKey, KeyRecord>();
  const layerAt = (place: number) => layers[place] as SnapshotLayer;
  for (const [key, [{ place, record }, ...lower]] of claims) {
    const folded = key.toLowerCase();
    const first = firstFolded.get(folded) ?? key;
    firstFolded.set(folded, first);
    const shadows = lower.map((shadow) => ({
      registry: layerAt(shadow.place).name,
      folder: shadow.record.skill.folder,
    }));
    const won = { key, record, layer: layerAt(place), shadows, first };
    records.set(key, mergeRecord(won, claims, before?.get(key)));
  }
  return records;
}

function mergeRecord(
  won: Won,
  claims: ReadonlyMap<SkillKey, unknown>,
  before: KeyRecord | undefined,
): KeyRecord {
  const { record, layer, shadows } = won;
  const { skill } = record;
  const rules = relationsOf(won, claims);
  const known = before?.layer;
  const isPlaced = known?.name === layer.name && isSameJson(known.shadows, shadows);
  if (before !== undefined && isPlaced && known.record === record && isSameJson(before.found.rules, rules))
    return before;
  const isSameEntry = isPlaced && known.record.skill === skill && known.record.entry === record.entry;
  return {
    ...record,
    entry: isSameEntry && before !== undefined ? before.entry : mergeEntry(won),
    found: { loader: [...record.found.loader, ...shadows.map((shadow) => reportShadow(won, shadow))], rules },
    layer: { name: layer.name, record, shadows },
  };
}

function mergeEntry({ record, layer, shadows }: Won): IndexEntry {
  return {
    ...record.entry,
    _registry: layer.name,
    ...(shadows.length > 0 && { _shadows: shadows.map(({ registry }) => registry) }),
  };
}

/** Sees the skills of all layers. */
function relationsOf({ key, record, layer, first }: Won, keys: { has(key: string): boolean }) {
  const { skill, found } = record;
  const isMissing = found.rules.some(({ code }) => code === 'dependency-missing');
  const isCollision = found.rules.some(({ code }) => code === 'key-case-collision');
  if (skill.isManifestBroken || (!isMissing && !isCollision && first === key)) return found.rules;
  return [
    ...checkDependencies(layer.location.layout, skill, keys),
    ...checkCaseCollision(skill, first),
    ...found.rules.filter(({ code }) => !RELATIONS.has(code)),
  ];
}

const RELATIONS: ReadonlySet<string> = new Set([
  'dependency-missing',
  'dependency-self',
  'key-case-collision',
]);

function reportShadow({ key, layer }: Won, { registry, folder }: Shadow): Diagnostic {
  return diagnose('skill-shadowed', `${key} of ${registry} is not served: ${layer.name} has the key, too.`, {
    skillKey: key,
    registry,
    file: joinRelative(folder, 'skill.json'),
  });
}

import type { SkillKey } from '../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import { checkCaseCollision, checkDependencies } from '../validation/check-registry.ts';
import { later } from './model/index-head.ts';
import { joinRelative } from './model/relative-path.ts';
import { isSameJson } from './model/same-json.ts';
import { compareBytes } from './model/skill-key.ts';
import type { ListHead, RegistryState } from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';
import { inRegistry, type RegistrySnapshot, type ServedSkill } from './snapshot.ts';

export interface Layer {
  readonly name: string;
  readonly root: string;
  readonly isAdded: boolean;
  /** Sentences about files that a copy leaves out. */
  readonly missing?: readonly string[] | undefined;
  readonly unavailable: string | undefined;
  readonly state: RegistryState | undefined;
  readonly records: ReadonlyMap<SkillKey, SkillRecord>;
}

type Served = Omit<RegistrySnapshot, 'generation'>;

/** The uppermost record of each key. A single layer is served as it is. */
export function foldLayers(layers: readonly Layer[], before: RegistrySnapshot): Served {
  const [only] = layers;
  const shadowed = new Map<Layer, number>();
  const skills = layers.length === 1 && only !== undefined ? only.records : merge(layers, before, shadowed);
  const states = layers.flatMap(({ state }) => state ?? []);
  return {
    head: headOver(states) ?? before.head,
    skills,
    drafts: states.flatMap(({ drafts }) => drafts),
    leftOut: states.reduce((sum, { leftOut }) => sum + leftOut, 0),
    general: layers.flatMap((layer) => generalFindings(layer, layers.length > 1)),
    layers: layers.map((layer) => ({
      name: layer.name,
      root: layer.root,
      isAdded: layer.isAdded,
      unavailable: layer.unavailable,
      state: layer.state,
      skills: layer.records.size,
      shadowed: shadowed.get(layer) ?? 0,
    })),
  };
}

function generalFindings(
  { name, state, records, unavailable, missing = [] }: Layer,
  isOneOfSeveral: boolean,
): Diagnostic[] {
  const { general, rules } = state ?? {};
  const found = [
    ...(general?.loader ?? []),
    ...(general?.rules ?? []),
    ...(rules?.diagnostics ?? []),
    ...missing.map((sentence) => diagnose('file-left-out', `Left out of the copy: ${sentence}.`)),
  ];
  if (!isOneOfSeveral) return found;
  return [
    ...(unavailable === undefined ? [] : [reportUnavailable(name, records.size > 0, unavailable)]),
    ...found.map((one) => inRegistry(one, name)),
  ];
}

function reportUnavailable(registry: string, isKept: boolean, reason: string): Diagnostic {
  return isKept
    ? diagnose('unreadable-kept', `${reason} The last state read is still served.`, { registry })
    : diagnose('file-unreadable', `${reason} Nothing of it is served.`, { registry });
}

/** Sum of versions, since each grows by its own changes. Unknown fields of the uppermost. */
function headOver(states: readonly RegistryState[]): ListHead | undefined {
  const heads = states.map(({ head }) => head);
  const [first] = heads;
  if (first === undefined || heads.length === 1) return first;
  const version = heads.reduce((sum, head) => sum + head.version, 0);
  const updatedAt = heads.reduce((latest, head) => later(latest, head.updated_at), first.updated_at);
  return { ...first, version, updated_at: updatedAt };
}

interface Claim {
  readonly layer: Layer;
  readonly record: SkillRecord;
}

function merge(
  layers: readonly Layer[],
  before: RegistrySnapshot,
  shadowed: Map<Layer, number>,
): ReadonlyMap<SkillKey, ServedSkill> {
  const claims = new Map<SkillKey, [Claim, ...Claim[]]>();
  for (const layer of layers)
    for (const [key, record] of layer.records) {
      const known = claims.get(key);
      if (known === undefined) claims.set(key, [{ layer, record }]);
      else known.push({ layer, record });
    }
  const firstFolded = new Map<string, SkillKey>();
  const skills = new Map<SkillKey, ServedSkill>();
  for (const key of [...claims.keys()].sort(compareBytes)) {
    const [won, ...lower] = claims.get(key) as [Claim, ...Claim[]];
    for (const { layer } of lower) shadowed.set(layer, (shadowed.get(layer) ?? 0) + 1);
    const folded = key.toLowerCase();
    const first = firstFolded.get(folded) ?? key;
    firstFolded.set(folded, first);
    skills.set(key, served(won, lower, { first, claims, before: before.skills.get(key) }));
  }
  return skills;
}

interface Surroundings {
  /** First equal key, ignoring case. */
  readonly first: SkillKey;
  readonly claims: ReadonlyMap<SkillKey, unknown>;
  readonly before: ServedSkill | undefined;
}

/** The same object, entry and texts where nothing of them changed. */
function served({ layer, record }: Claim, lower: readonly Claim[], around: Surroundings): ServedSkill {
  const { before } = around;
  const { name } = layer;
  const made = {
    ...record.entry,
    _registry: name,
    ...(lower.length > 0 && { _shadows: lower.map((claim) => claim.layer.name) }),
  };
  const entry = before !== undefined && isSameJson(before.entry, made) ? before.entry : made;
  const found = {
    ...record.findings,
    loader: [...record.findings.loader, ...lower.map((claim) => reportShadow(record.key, name, claim))],
    rules: relationsOf(layer, record, around),
  };
  const findings = before !== undefined && isSameJson(before.findings, found) ? before.findings : found;
  const skill = { ...record, entry, findings, registry: name };
  const isSame =
    before !== undefined &&
    Object.entries(skill).every(([part, value]) => before[part as keyof ServedSkill] === value);
  return isSame ? before : skill;
}

/** Sees the skills of all layers. */
function relationsOf(
  { state }: Layer,
  { key, folder, manifest, isManifestBroken, findings }: SkillRecord,
  { first, claims }: Surroundings,
): readonly Diagnostic[] {
  if (isManifestBroken || state === undefined) return findings.rules;
  const skill = { key, folder, manifest };
  return [
    ...checkDependencies(state.location.layout, skill, claims),
    ...checkCaseCollision(skill, first),
    ...findings.rules.filter(({ code }) => !RELATIONS.has(code)),
  ];
}

const RELATIONS: ReadonlySet<string> = new Set([
  'dependency-missing',
  'dependency-self',
  'key-case-collision',
]);

function reportShadow(key: SkillKey, upper: string, { layer, record }: Claim): Diagnostic {
  const { name: registry } = layer;
  return diagnose('skill-shadowed', `${key} of ${registry} is not served: ${upper} has the key, too.`, {
    skillKey: key,
    registry,
    file: joinRelative(record.folder, 'skill.json'),
  });
}

/** Version and time never decrease when layers come and go. */
export class HeadOverLayers {
  #added = 0;
  #since: string | undefined;

  raise(before: ListHead, next: ListHead, now: Date): void {
    const isLater = later(before.updated_at, next.updated_at) !== before.updated_at;
    if (isLater && next.version + this.#added > before.version) return;
    this.#added = Math.max(this.#added, before.version + 1 - next.version);
    this.#since = later(before.updated_at, now.toISOString());
  }

  of(head: ListHead): ListHead {
    if (this.#since === undefined) return head;
    const { version, updated_at: updatedAt } = head;
    return { ...head, version: version + this.#added, updated_at: later(updatedAt, this.#since) };
  }
}

import type { SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { isoTime } from '../../contract/words/iso-time.ts';
import { checkCaseCollision, checkDependencies } from '../../validation/check-registry.ts';
import { withPositions } from '../../validation/json-position.ts';
import { joinRelative } from '../paths.ts';
import type { LayerFolder, ListHead } from '../registry-patch.ts';
import { toDateTime } from './registry-index-file.ts';
import type { ModelSkill, RegistryModel } from './registry-model.ts';

export interface Layer extends LayerFolder {
  readonly model: RegistryModel | undefined;
  readonly unavailable: string | undefined;
}

export interface FoldedSkill extends ModelSkill {
  readonly registry?: string;
}

/** Keys that are served no longer, and skills that are new or may have changed. */
export interface FoldedChange {
  readonly changed: readonly FoldedSkill[];
  readonly removed: readonly SkillKey[];
}

interface Row {
  readonly layer: Layer;
  readonly skill: ModelSkill;
}

/** The uppermost skill of each key, in byte order. A single layer is served as it is. */
export function foldLayers(layers: readonly Layer[]) {
  const isOne = layers.length === 1;
  const rows = new Map<SkillKey, [Row, ...Row[]]>();
  const shadowed = new Map<Layer, number>();
  for (const layer of layers)
    for (const skill of layer.model?.skills.values() ?? []) {
      const known = rows.get(skill.key);
      if (known === undefined) rows.set(skill.key, [{ layer, skill }]);
      else {
        known.push({ layer, skill });
        shadowed.set(layer, (shadowed.get(layer) ?? 0) + 1);
      }
    }
  const skills = new Map<SkillKey, FoldedSkill>();
  const firstFolded = new Map<string, SkillKey>();
  for (const [key, [{ layer, skill }, ...lower]] of [...rows].sort(([a], [b]) => compareText(a, b))) {
    const { source, entry } = skill;
    const { folder, manifest, manifestText } = source;
    const first = firstFolded.get(key.toLowerCase()) ?? key;
    firstFolded.set(key.toLowerCase(), first);
    const layout = layer.model?.contents.location.layout ?? 'skill';
    const related = { key, folder, manifest };
    const loader = [
      ...skill.loader,
      ...withPositions(checkDependencies(layout, related, rows), () => manifestText),
      ...checkCaseCollision(related, first),
      ...lower.map((row) => reportShadow(key, layer.name, row)),
    ];
    if (isOne) skills.set(key, { key, source, entry, loader });
    else {
      const shadows = lower.length > 0 && { _shadows: lower.map((row) => row.layer.name) };
      const named = { ...entry, _registry: layer.name, ...shadows };
      skills.set(key, { key, source, entry: named, loader, registry: layer.name });
    }
  }
  return {
    skills,
    drafts: layers.flatMap(({ model }) => model?.drafts ?? []),
    leftOut: layers.reduce((sum, { model }) => sum + (model?.leftOut ?? 0), 0),
    general: layers.flatMap((layer) => generalFindings(layer, isOne)),
    layers: layers.map((layer) => {
      const { name, folder, isAdded, model, unavailable } = layer;
      const { location, rules, indexFile } = model?.contents ?? {};
      const root = location?.root ?? folder;
      const counts = { skills: model?.skills.size ?? 0, shadowed: shadowed.get(layer) ?? 0 };
      const indexUpdatedAt = indexFile?.index?.updatedAt;
      return { name, root, isAdded, location, unavailable, ...counts, rules, indexUpdatedAt };
    }),
  };
}

function generalFindings(
  { name: registry, model, unavailable, leftOut = [] }: Layer,
  isOne: boolean,
): Diagnostic[] {
  const found = [
    ...(model?.general ?? []),
    ...(model?.contents.rules.diagnostics ?? []),
    ...leftOut.map((sentence) => diagnose('file-left-out', `Left out of the copy: ${sentence}.`)),
  ];
  if (unavailable !== undefined)
    found.unshift(
      model !== undefined && model.skills.size > 0
        ? diagnose('unreadable-kept', `${unavailable} The last state read is still served.`)
        : diagnose('file-unreadable', `${unavailable} Nothing of it is served.`),
    );
  if (isOne) return found;
  return found.map((one) => ({ ...one, registry }));
}

function reportShadow(key: SkillKey, upper: string, { layer, skill }: Row): Diagnostic {
  const { name: registry } = layer;
  return diagnose('skill-shadowed', `${key} of ${registry} is not served: ${upper} has the key, too.`, {
    skillKey: key,
    registry,
    file: joinRelative(skill.source.folder, 'skill.json'),
  });
}

/**
 * Of index.json, else 1 and the time of the newest skill. Several layers add up, and have the unknown fields of the
 * uppermost.
 */
export function declaredHead(layers: readonly Layer[], now: Date): ListHead {
  const files = layers.flatMap(({ model }) => model?.contents.indexFile.index ?? []);
  const read = layers.filter(({ model }) => model !== undefined);
  const unlisted = read.length - files.filter(({ version }) => version !== undefined).length;
  const times = read.flatMap(({ model }) => model?.contents.indexFile.index?.updatedAt ?? newestTime(model));
  return {
    ...layers[0]?.model?.contents.indexFile.index?.unknownFields,
    schema: 'skills/v1',
    version: files.reduce((sum, { version = 0 }) => sum + version, unlisted),
    updated_at: times.length === 0 ? now.toISOString() : times.reduce(later),
  };
}

export function nextHead(before: ListHead, layers: readonly Layer[], now: Date): ListHead {
  const declared = declaredHead(layers, now);
  const version = Math.max(before.version + 1, declared.version);
  return { ...declared, version, updated_at: later(before.updated_at, now.toISOString()) };
}

function later(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a;
}

function newestTime(model: RegistryModel | undefined): readonly string[] {
  const times = Array.from(model?.skills.values() ?? [], ({ source }) => source.manifest['updated_at']);
  const [newest] = times
    .filter((time): time is string => typeof time === 'string' && isoTime(time) !== undefined)
    .sort((a, b) => (isoTime(b) ?? 0) - (isoTime(a) ?? 0) || compareText(b, a));
  return newest === undefined ? [] : [toDateTime(newest)];
}

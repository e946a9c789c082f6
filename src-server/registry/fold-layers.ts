import type { JsonObject, SkillKey } from '../contract/api.ts';
import { type Diagnostic, diagnose } from '../contract/diagnostic.ts';
import { compareText, isoTime } from '../contract/words.ts';
import { checkCaseCollision, checkDependencies, dependenciesOf } from '../validation/check-skill.ts';
import { withPositions } from '../validation/json-position.ts';
import { toDateTime } from './index-json.ts';
import type { ModelSkill, RegistryModel } from './registry-model.ts';
import { joinRelative } from './worker/disk.ts';
import type { LayerFolder, ListHead, RegistryState } from './worker-messages.ts';

/**
 * A layer as the worker knows it. `model` is undefined while its folder was never read, `unavailable` a sentence that
 * says why it can't be read now.
 */
export interface Layer extends LayerFolder {
  readonly model: RegistryModel | undefined;
  readonly unavailable: string | undefined;
}

/** The uppermost skill of a key. `registry` is the name of its layer; absent with a single layer. */
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

/**
 * Folds the layers into one list: of each key the uppermost skill is served, with the findings that depend on other
 * skills (missing dependencies, keys that differ in case, shadows below). Kept by key: an update does again what
 * depends on changed keys, and costs what changed.
 */
export class LayerFold {
  readonly #isForList: boolean;
  readonly skills = new Map<SkillKey, FoldedSkill>();
  #layers: readonly Layer[] = [];
  /** Keys that a skill names as dependencies, and the other way round. */
  readonly #needs = new Map<SkillKey, readonly string[]>();
  readonly #needing = new Map<string, Set<SkillKey>>();
  /** Keys by their form in lower case. */
  readonly #alike = new Map<string, readonly SkillKey[]>();
  /** The lower layers that have the key, too. */
  readonly #lower = new Map<SkillKey, readonly Layer[]>();

  /** @param isForList no findings are made */
  constructor(isForList = false) {
    this.#isForList = isForList;
  }

  /**
   * Returns what is different.
   *
   * @param changed keys that came, went or changed in a layer; undefined for all, in byte order of keys
   */
  update(layers: readonly Layer[], changed: ReadonlySet<SkillKey> | undefined): FoldedChange {
    this.#layers = layers;
    const keys = [...(changed ?? this.#allKeys())].sort(compareText);
    const affected = new Set(keys);
    for (const key of keys) {
      const isThere = this.#rowsOf(key).length > 0;
      if (isThere !== this.skills.has(key))
        for (const other of this.#toggle(key, isThere)) affected.add(other);
    }
    const folded: FoldedSkill[] = [];
    const removed: SkillKey[] = [];
    for (const key of affected) {
      const skill = this.#fold(key);
      if (skill === undefined) removed.push(key);
      else folded.push(skill);
    }
    return { changed: folded, removed };
  }

  /** Folders of a layer's skills that aren't served, since an upper layer has their keys. */
  shadowedFolders(layer: string): ReadonlySet<string> {
    const folders = new Set<string>();
    for (const [key, lower] of this.#lower)
      for (const { name, model } of lower) {
        const skill = name === layer ? model?.skills.get(key) : undefined;
        if (skill !== undefined) folders.add(skill.source.folder);
      }
    return folders;
  }

  get unserved(): Pick<RegistryState, 'drafts' | 'leftOut'> {
    return {
      drafts: this.#layers.flatMap(({ model }) => model?.drafts ?? []),
      leftOut: this.#layers.reduce((sum, { model }) => sum + (model?.leftOut ?? 0), 0),
    };
  }

  /** What the layers say besides their skills. */
  get state(): Pick<RegistryState, 'drafts' | 'leftOut' | 'general' | 'layers'> {
    const layers = this.#layers;
    const isOne = layers.length === 1;
    return {
      ...this.unserved,
      general: layers.flatMap((layer) => generalFindings(layer, isOne)),
      layers: layers.map(({ name, folder, isAdded, model, unavailable }) => {
        const { location, rules, indexFile } = model?.contents ?? {};
        const root = location?.root ?? folder;
        const counts = { skills: model?.skills.size ?? 0, shadowed: this.#shadowedCount(name) };
        const indexUpdatedAt = indexFile?.index?.updatedAt;
        return { name, root, isAdded, location, unavailable, ...counts, rules, indexUpdatedAt };
      }),
    };
  }

  #allKeys(): ReadonlySet<SkillKey> {
    const keys = new Set(this.skills.keys());
    for (const { model } of this.#layers) for (const key of model?.skills.keys() ?? []) keys.add(key);
    return keys;
  }

  #rowsOf(key: SkillKey): readonly Row[] {
    return this.#layers.flatMap((layer) => {
      const skill = layer.model?.skills.get(key);
      return skill === undefined ? [] : { layer, skill };
    });
  }

  #shadowedCount(layer: string): number {
    let count = 0;
    for (const lower of this.#lower.values()) if (lower.some(({ name }) => name === layer)) count += 1;
    return count;
  }

  /** Returns the keys that depend on whether this one is there. */
  #toggle(key: SkillKey, isThere: boolean): readonly SkillKey[] {
    const form = key.toLowerCase();
    const others = (this.#alike.get(form) ?? []).filter((other) => other !== key);
    const alike = isThere ? [...others, key].sort(compareText) : others;
    if (alike.length === 0) this.#alike.delete(form);
    else this.#alike.set(form, alike);
    return [...others, ...(this.#needing.get(key) ?? [])];
  }

  #fold(key: SkillKey): FoldedSkill | undefined {
    const [top, ...lower] = this.#rowsOf(key);
    if (lower.length === 0) this.#lower.delete(key);
    else
      this.#lower.set(
        key,
        lower.map(({ layer }) => layer),
      );
    this.#rememberNeeds(key, top?.skill.source.manifest);
    if (top === undefined) {
      this.skills.delete(key);
      return undefined;
    }
    const { layer, skill } = top;
    const { source, entry } = skill;
    const { folder, manifest, manifestText } = source;
    const layout = layer.model?.contents.location.layout ?? 'skill';
    const related = { key, folder, manifest };
    const [first = key] = this.#alike.get(key.toLowerCase()) ?? [];
    const isServed = { has: (other: SkillKey) => this.#isThere(other) };
    const reading = this.#isForList
      ? []
      : [
          ...skill.reading,
          ...withPositions(checkDependencies(layout, related, isServed), () => manifestText),
          ...checkCaseCollision(related, first),
          ...lower.map((row) => reportShadow(key, layer.name, row)),
        ];
    const folded = { key, source, entry, reading };
    if (this.#layers.length === 1) this.skills.set(key, folded);
    else {
      const shadows = lower.length > 0 && { _shadows: lower.map((row) => row.layer.name) };
      const named = { ...entry, _registry: layer.name, ...shadows };
      this.skills.set(key, { ...folded, entry: named, registry: layer.name });
    }
    return this.skills.get(key);
  }

  #isThere(key: SkillKey): boolean {
    return this.#layers.some(({ model }) => model?.skills.has(key));
  }

  #rememberNeeds(key: SkillKey, manifest: JsonObject | undefined): void {
    for (const need of this.#needs.get(key) ?? []) {
      const needing = this.#needing.get(need);
      needing?.delete(key);
      if (needing?.size === 0) this.#needing.delete(need);
    }
    const needs = manifest === undefined ? [] : dependenciesOf(manifest).map(({ value }) => value);
    if (needs.length === 0) this.#needs.delete(key);
    else this.#needs.set(key, needs);
    for (const need of needs) {
      const needing = this.#needing.get(need) ?? new Set<SkillKey>();
      this.#needing.set(need, needing.add(key));
    }
  }
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
 * Makes the head of the list as index.json declares it; without one, the version is 1, and the time that of the
 * newest skill. The versions of several layers add up; unknown fields are those of the uppermost.
 */
export function declaredHead(layers: readonly Layer[], now: Date): ListHead {
  const read = layers.flatMap(({ model }) => model ?? []);
  const times = read.flatMap((model) => model.contents.indexFile.index?.updatedAt ?? newestTime(model));
  const updatedAt = times.length === 0 ? now.toISOString() : times.reduce(later);
  return { ...declaredFields(layers), updated_at: updatedAt };
}

export function nextHead(before: ListHead, layers: readonly Layer[], now: Date): ListHead {
  const declared = declaredFields(layers);
  const version = Math.max(before.version + 1, declared.version);
  return { ...declared, version, updated_at: later(before.updated_at, now.toISOString()) };
}

type DeclaredFields = Pick<ListHead, 'schema' | 'version'> & { readonly [unknown: string]: unknown };

function declaredFields(layers: readonly Layer[]): DeclaredFields {
  const read = layers.flatMap(({ model }) => model ?? []);
  const files = read.flatMap(({ contents }) => contents.indexFile.index ?? []);
  const unlisted = read.length - files.filter(({ version }) => version !== undefined).length;
  return {
    ...layers[0]?.model?.contents.indexFile.index?.unknownFields,
    schema: 'skills/v1',
    version: files.reduce((sum, { version = 0 }) => sum + version, unlisted),
  };
}

function later(a: string, b: string): string {
  return Date.parse(b) > Date.parse(a) ? b : a;
}

function newestTime({ skills }: RegistryModel): readonly string[] {
  const times = Array.from(skills.values(), ({ source }) => source.manifest['updated_at']);
  const [newest] = times
    .filter((time): time is string => typeof time === 'string' && isoTime(time) !== undefined)
    .sort((a, b) => (isoTime(b) ?? 0) - (isoTime(a) ?? 0) || compareText(b, a));
  return newest === undefined ? [] : [toDateTime(newest)];
}

import { isDeepStrictEqual } from 'node:util';
import type { IndexEntry, SkillKey, Status } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { SEVERITIES, type SeverityCounts } from '../contract/words.ts';
import { keepEntries, keepHarmless } from '../search/entries.ts';
import type { TermBatch } from '../search/skill-terms.ts';
import { type RegistryRules, relax, SPECIFICATION } from '../validation/registry-rules.ts';
import type { RecordChange, RegistryState, ServedLayer } from './messages.ts';
import type { SkillFindings, SkillRecord } from './skill-record.ts';
import { type DecodedTexts, TextBlock } from './text-block.ts';

/** Sums over all served skills of a snapshot. */
interface SkillSums {
  readonly files: number;
  /** Skills that people get and agents don't. */
  readonly withheld: number;
  readonly checked: number;
  /** Findings by severity, as the rules.json of their registries relax them. */
  readonly findings: SeverityCounts;
}

const NO_SUMS: SkillSums = {
  files: 0,
  withheld: 0,
  checked: 0,
  findings: { error: 0, warning: 0, info: 0 },
};

/** Sums over the skills, kept up by what changes: nobody goes through all of them again. */
export class SkillTally {
  #rules: ReadonlyMap<string, RegistryRules> = new Map();
  readonly #counted = new Map<SkillKey, SkillSums>();
  #sums = NO_SUMS;

  get sums(): SkillSums {
    return this.#sums;
  }

  /** Returns whether all skills must be put again, since their rules changed. */
  takeRules(layers: readonly ServedLayer[]): boolean {
    const rules = rulesByLayer(layers);
    if (isDeepStrictEqual(rules, this.#rules)) return false;
    this.#rules = rules;
    return true;
  }

  put(record: SkillRecord): void {
    this.remove(record.key);
    const counted = {
      files: record.files.size,
      withheld: record.withheld === undefined ? 0 : 1,
      checked: record.findings.isChecked ? 1 : 0,
      findings: countFindings(record.findings, rulesFor(this.#rules, record.registry)),
    };
    this.#counted.set(record.key, counted);
    this.#sums = combine(this.#sums, counted, 1);
  }

  remove(key: SkillKey): void {
    const counted = this.#counted.get(key);
    if (counted === undefined) return;
    this.#counted.delete(key);
    this.#sums = combine(this.#sums, counted, -1);
  }
}

export function rulesByLayer(layers: readonly ServedLayer[]): ReadonlyMap<string, RegistryRules> {
  return new Map(layers.map(({ name, rules }) => [name, rules?.rules ?? SPECIFICATION]));
}

/**
 * Finds the rules of a layer.
 *
 * @param layer of a skill or finding; absent with a single layer
 */
export function rulesFor(
  rules: ReadonlyMap<string, RegistryRules>,
  layer: string | undefined,
): RegistryRules {
  if (rules.size === 1) for (const only of rules.values()) return only;
  return rules.get(layer ?? '') ?? SPECIFICATION;
}

export function addCounts(a: SeverityCounts, b: SeverityCounts, sign: 1 | -1 = 1): SeverityCounts {
  return {
    error: a.error + sign * b.error,
    warning: a.warning + sign * b.warning,
    info: a.info + sign * b.info,
  };
}

function combine(a: SkillSums, b: SkillSums, sign: 1 | -1): SkillSums {
  return {
    files: a.files + sign * b.files,
    withheld: a.withheld + sign * b.withheld,
    checked: a.checked + sign * b.checked,
    findings: addCounts(a.findings, b.findings, sign),
  };
}

function countFindings({ reading, checks, more }: SkillFindings, rules: RegistryRules): SeverityCounts {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const found of [reading, checks])
    for (const { severity } of relax(found, rules).diagnostics) counts[severity] += 1;
  return more === undefined ? counts : addCounts(counts, more);
}

/** How many skills agents get, of all folders with one. */
export type SkillCounts = Required<Status['counts']>;

export function skillCounts(
  { skills, files, withheld }: { readonly skills: number } & Pick<SkillSums, 'files' | 'withheld'>,
  { drafts, leftOut }: Pick<RegistryState, 'drafts' | 'leftOut'>,
): SkillCounts {
  return {
    skills,
    files,
    served: skills - withheld,
    withheld,
    notServed: leftOut,
    drafts: drafts.length,
    folders: skills + drafts.length + leftOut,
  };
}

/** What the list says of a skill. */
export function listedEntry({ entry, withheld }: Pick<SkillRecord, 'entry' | 'withheld'>): IndexEntry {
  return withheld === undefined ? entry : { ...entry, _withheld: withheld };
}

/** Keeps the worst findings, and counts the others. */
export function worstOf(
  found: readonly Diagnostic[],
  most: number,
): { readonly found: readonly Diagnostic[]; readonly more?: SeverityCounts } {
  if (found.length <= most) return { found };
  const kept: Diagnostic[] = [];
  const more = { error: 0, warning: 0, info: 0 };
  for (const severity of SEVERITIES)
    for (const one of found) {
      if (one.severity !== severity) continue;
      if (kept.length < most) kept.push(one);
      else more[severity] += 1;
    }
  return { found: kept, more };
}

/**
 * What is served at a moment: all skills with their texts, and the state of the registry. Immutable: a request uses
 * one snapshot to its end, and sees no change. Two snapshots share what is the same.
 */
export interface RegistrySnapshot extends RegistryState {
  /**
   * Counts the picked-up changes of this process, from 1: of skills, the list or the state of layers. Findings and
   * tokens that come later don't count. 0: nothing was read yet.
   */
  readonly generation: number;
  /** All served skills, in byte order of their keys. */
  readonly skills: ReadonlyMap<SkillKey, SkillRecord>;
  readonly sums: SkillSums;
}

export const EMPTY_SNAPSHOT: RegistrySnapshot = {
  generation: 0,
  head: { schema: 'skills/v1', version: 1, updated_at: new Date(0).toISOString() },
  skills: new Map(),
  sums: NO_SUMS,
  drafts: [],
  leftOut: 0,
  general: [],
  layers: [],
  pickedUpAt: new Date(0),
  tookMs: 0,
};

export function withRegistries<Result extends { readonly key: SkillKey }>(
  { layers, skills }: RegistrySnapshot,
  results: readonly Result[],
): readonly (Result & { readonly _registry?: string })[] {
  if (layers.length < 2) return results;
  return results.map((result) => {
    const name = skills.get(result.key)?.registry;
    return name === undefined ? result : { ...result, _registry: name };
  });
}

export function inRegistry(found: Diagnostic, registry: string): Diagnostic {
  return found.registry === undefined ? { ...found, registry } : found;
}

/** Layers that a worker which was started again can't read, though the one before could. */
export function unreadLayers(before: RegistrySnapshot, { layers }: RegistryState): ReadonlySet<string> {
  const read = new Set(before.layers.flatMap(({ name, location }) => (location === undefined ? [] : [name])));
  const unread = layers.filter(({ name, location }) => location === undefined && read.has(name));
  return new Set(unread.map(({ name }) => name));
}

/** Returns those of `unread` that still can't be read. */
export function stillUnread(unread: ReadonlySet<string>, { layers }: RegistryState): ReadonlySet<string> {
  if (unread.size === 0) return unread;
  const still = layers.filter(({ name, location }) => location === undefined && unread.has(name));
  return new Set(still.map(({ name }) => name));
}

/** Whether the record is served from one of the layers. */
export function isOf({ registry }: SkillRecord, layers: ReadonlySet<string>): boolean {
  // A single layer is not named.
  return registry === undefined ? layers.size > 0 : layers.has(registry);
}

export function recordsOf(
  { skills }: RegistrySnapshot,
  layers: ReadonlySet<string>,
): (readonly [SkillKey, SkillRecord])[] {
  return [...skills].filter(([, record]) => isOf(record, layers));
}

/** The new state, with the last one of layers that can't be read now. */
export function withKeptLayers(
  before: RegistrySnapshot,
  state: RegistryState,
  unread: ReadonlySet<string>,
): RegistryState {
  const layers = state.layers.map((layer) => {
    const known = before.layers.find(({ name }) => name === layer.name);
    return known !== undefined && unread.has(layer.name)
      ? { ...known, unavailable: layer.unavailable }
      : layer;
  });
  return { ...state, layers };
}

/** Skills that search gets to know in one turn of the loop. */
const TURN_SKILLS = 10;

/** What search is to know of a change. */
export interface SearchChange {
  readonly changed: readonly SkillRecord[];
  readonly removed: readonly SkillKey[];
  readonly terms: readonly TermBatch[];
}

/** Keeps what was found in the texts of a record by the texts, which is how search and answers ask for it. */
export function changedRecord(
  before: SkillRecord | undefined,
  { texts, ...change }: RecordChange,
  decoded: DecodedTexts,
): SkillRecord {
  const block = texts === undefined ? before?.texts : new TextBlock(texts, decoded);
  const record = { ...before, ...change, texts: block } as SkillRecord;
  if (record.textEntries !== undefined) keepEntries(record.texts, record.textEntries);
  if (record.harmless !== undefined) keepHarmless(record.texts, record.harmless);
  return record;
}

/**
 * Splits a change into the turns in which search gets to know it. The words of a batch come with its first skills;
 * even without skills, they are of the dictionary.
 */
export function inTurns({
  changed,
  removed,
  terms,
}: SearchChange): readonly [SearchChange, ...SearchChange[]] {
  const known = new Map(changed.map((record) => [record.key, record]));
  const turns: SearchChange[] = [];
  for (const { dictionary, words, skills } of terms) {
    const none = { first: words.first + words.terms.length, terms: [], forms: [], formTerms: [] };
    for (const [turn, own] of partsOf(skills).entries()) {
      const batch = { dictionary, words: turn === 0 ? words : none, skills: own };
      turns.push({ changed: own.flatMap(({ key }) => known.get(key) ?? []), removed: [], terms: [batch] });
    }
    for (const { key } of skills) known.delete(key);
  }
  if (known.size > 0 || turns.length === 0)
    for (const part of partsOf([...known.values()])) turns.push({ changed: part, removed: [], terms: [] });
  const [only, ...others] = turns as [SearchChange, ...SearchChange[]];
  return others.length === 0 ? [{ ...only, removed }] : [{ changed: [], removed, terms: [] }, ...turns];
}

/** Splits items into parts of `TURN_SKILLS`; at least one part, which may be empty. */
function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.max(1, Math.ceil(items.length / TURN_SKILLS)) }, (_, part) =>
    items.slice(part * TURN_SKILLS, (part + 1) * TURN_SKILLS),
  );
}

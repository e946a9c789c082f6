/** What is wrong with what is served: sums that follow each change, and the list when somebody asks. */
import { isDeepStrictEqual } from 'node:util';
import { isSampleRegistry } from '../built-files.ts';
import type { CheckProgress, DiagnosticsResponse, SkillKey } from '../contract/api.ts';
import {
  compareDiagnostics,
  compareEffects,
  countBySeverity,
  type Diagnostic,
  diagnose,
  effectOf,
  isLeftOut,
  type RegistryRules,
  type Relaxed,
  relax,
  SPECIFICATION,
} from '../contract/diagnostic.ts';
import { LIMITS } from '../contract/limits.ts';
import { compareText, groupBy, SEVERITIES, type SeverityCounts } from '../contract/words.ts';
import type { SkillFindings, SkillRecord } from './skill-record.ts';
import { inRegistry, NO_SUMS, type RegistrySnapshot, type SkillSums } from './snapshot.ts';
import type { ServedLayer } from './worker-messages.ts';

const DAY_MS = 86_400_000;

/** How old an index.json is, in whole days; undefined if it doesn't say. */
export function indexAge(
  updatedAt: string | undefined,
  now: Date,
): { readonly updatedAt: string; readonly days: number } | undefined {
  if (updatedAt === undefined) return undefined;
  return { updatedAt, days: Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS)) };
}

export function isOldIndex(updatedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(updatedAt) > 7 * DAY_MS;
}

export function timelyFindings(updatedAt: string | undefined, now: Date): readonly Diagnostic[] {
  if (updatedAt === undefined || !isOldIndex(updatedAt, now)) return [];
  const message = `index.json was last updated on ${updatedAt.slice(0, 10)}, more than a week ago.`;
  return [diagnose('index-old', message, { file: 'index.json', pointer: '/updated_at' })];
}

/** What is wrong with a snapshot: the counts at once, the list when somebody asks. */
export class Problems {
  readonly counts: SeverityCounts;
  /** How many skills are checked; undefined once all are. */
  readonly checking: CheckProgress | undefined;
  readonly #snapshot: RegistrySnapshot;
  readonly #rules: ReadonlyMap<string, RegistryRules>;
  readonly #general: readonly Diagnostic[];
  #answer: DiagnosticsResponse | undefined;

  constructor(snapshot: RegistrySnapshot, now: Date) {
    const { layers, skills, general, furtherGeneral, sums } = snapshot;
    this.#snapshot = snapshot;
    this.#rules = rulesByLayer(layers);
    const aged = layers.flatMap(({ name, root, indexUpdatedAt }) => {
      const found = timelyFindings(indexUpdatedAt, now);
      return found.length === 0 || isSampleRegistry(root) ? [] : this.#named(found, name);
    });
    this.#general = aged.length === 0 ? general : [...general, ...aged];
    const counts = addCounts(sums.findings, countBySeverity(this.#relax(this.#general).diagnostics));
    this.counts = furtherGeneral === undefined ? counts : addCounts(counts, furtherGeneral);
    const { checked } = sums;
    this.checking = checked === skills.size ? undefined : { done: checked, total: skills.size };
  }

  /** The answer of `/v1/diagnostics`: what agents notice most comes first. */
  get answer(): DiagnosticsResponse {
    this.#answer ??= this.#list();
    return this.#answer;
  }

  #list(): DiagnosticsResponse {
    const { counts, checking } = this;
    const relaxed = new Map<string, Relaxed>();
    const chosen: Diagnostic[] = [];
    const ranks = new Map<string, number>();
    const take = (found: readonly Diagnostic[]) => {
      const { diagnostics, relaxed: own } = this.#relax(found);
      for (const one of own) {
        const { count = 0 } = relaxed.get(one.code) ?? {};
        relaxed.set(one.code, { ...one, count: count + one.count });
      }
      for (const one of diagnostics) {
        // Those of equal rank come in the order of their skills: the first are enough.
        const rank = `${effectOf(one)} ${isLeftOut(one)} ${one.severity}`;
        const taken = ranks.get(rank) ?? 0;
        ranks.set(rank, taken + 1);
        if (found === this.#general || taken < LIMITS.diagnostics + this.#general.length) chosen.push(one);
      }
    };
    take(this.#general);
    for (const { findings, registry } of this.#snapshot.skills.values()) {
      take(this.#named(findings.reading, registry));
      take(this.#named(findings.checks, registry));
    }
    const diagnostics = chosen
      .sort((a, b) => compareEffects(effectOf(a), effectOf(b)) || compareDiagnostics(a, b))
      .slice(0, LIMITS.diagnostics);
    const more = counts.error + counts.warning + counts.info - diagnostics.length;
    return {
      ...(checking !== undefined && { checking }),
      ...(relaxed.size > 0 && {
        relaxed: [...relaxed.values()].sort((a, b) => compareText(a.code, b.code)),
      }),
      counts,
      ...(more > 0 && { more }),
      diagnostics,
    };
  }

  #named(found: readonly Diagnostic[], registry: string | undefined): readonly Diagnostic[] {
    if (registry === undefined || this.#snapshot.layers.length === 1) return found;
    return found.map((one) => inRegistry(one, registry));
  }

  #relax(found: readonly Diagnostic[]) {
    const byRules = groupBy(found, ({ registry }) => rulesFor(this.#rules, registry));
    const parts = Array.from(byRules, ([own, of]) => relax(of, own));
    return {
      diagnostics: parts.flatMap(({ diagnostics }) => diagnostics),
      relaxed: parts.flatMap((part) => part.relaxed),
    };
  }
}

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

/** Counts of skills and findings: what is kept up with each change, and what a limit leaves out. */
import { isDeepStrictEqual } from 'node:util';
import type { SkillKey, Status } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { SEVERITIES, type SeverityCounts } from '../contract/words.ts';
import { type RegistryRules, relax, SPECIFICATION } from '../validation/registry-rules.ts';
import type { SkillFindings, SkillRecord } from './skill-record.ts';
import type { RegistryState, ServedLayer } from './worker-messages.ts';

/** Sums over all served skills of a snapshot. */
export interface SkillSums {
  readonly files: number;
  /** Skills that people get and agents don't. */
  readonly withheld: number;
  readonly checked: number;
  /** Findings by severity, as the rules.json of their registries relax them. */
  readonly findings: SeverityCounts;
}

export const NO_SUMS: SkillSums = {
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

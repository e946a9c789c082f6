import { isSampleRegistry } from '../built-files.ts';
import type { CheckProgress, DiagnosticsResponse } from '../contract/api.ts';
import {
  compareDiagnostics,
  compareEffects,
  countBySeverity,
  type Diagnostic,
  diagnose,
  effectOf,
  isLeftOut,
  type Relaxed,
} from '../contract/diagnostic.ts';
import { LIMITS } from '../contract/limits.ts';
import { compareText, groupBy, type SeverityCounts } from '../contract/words.ts';
import { type RegistryRules, relax } from '../validation/registry-rules.ts';
import { addCounts, rulesByLayer, rulesFor } from './skill-tally.ts';
import { inRegistry, type RegistrySnapshot } from './snapshot.ts';

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
    const aged = layers.flatMap(({ name, root, indexUpdatedAt }) =>
      isSampleRegistry(root) ? [] : this.#named(timelyFindings(indexUpdatedAt, now), name),
    );
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

import type { CheckProgress, DiagnosticsResponse } from '../contract/api/api.ts';
import { compareDiagnostics, countBySeverity, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { SeverityCounts } from '../contract/diagnostics/severity.ts';
import { compareText } from '../contract/words/compare-text.ts';
import { groupBy } from '../group-by.ts';
import { type RegistryRules, relax, SPECIFICATION } from '../validation/registry-rules.ts';
import { timelyFindings } from './model/index-age.ts';
import { inRegistry, type RegistrySnapshot } from './snapshot.ts';

export class Problems {
  readonly diagnostics: readonly Diagnostic[];
  readonly relaxed: readonly Relaxed[];
  readonly counts: SeverityCounts;
  /** Absent once all skills are checked. */
  readonly checking: CheckProgress | undefined;
  #sorted: DiagnosticsResponse | undefined;

  constructor(snapshot: RegistrySnapshot, now: Date, isAgeless: (root: string) => boolean) {
    const { layers, skills, general } = snapshot;
    const rulesOf = new Map(layers.map(({ name, rules }) => [name, rules?.rules ?? SPECIFICATION]));
    const onlyRules = layers.length === 1 ? rulesOf.get(layers[0]?.name ?? '') : undefined;
    const named = (found: readonly Diagnostic[], registry: string | undefined) =>
      registry === undefined || layers.length === 1 ? found : found.map((one) => inRegistry(one, registry));
    const aged = layers.flatMap(({ name, root, indexUpdatedAt }) =>
      isAgeless(root) ? [] : named(timelyFindings(indexUpdatedAt, now), name),
    );
    const ofSkills = [...skills.values()].flatMap(({ findings: { loader, checks }, registry }) =>
      named([...loader, ...checks], registry),
    );
    const byRules = groupBy(
      [...general, ...aged, ...ofSkills],
      ({ registry = '' }): RegistryRules => onlyRules ?? rulesOf.get(registry) ?? SPECIFICATION,
    );
    const parts = Array.from(byRules, ([rules, own]) => relax(own, rules));
    this.diagnostics = parts.flatMap(({ diagnostics }) => diagnostics);
    this.relaxed = parts.flatMap((part) => part.relaxed).sort((a, b) => compareText(a.code, b.code));
    this.counts = countBySeverity(this.diagnostics);
    const done = [...skills.values()].filter(({ findings }) => findings.isChecked).length;
    this.checking = done === skills.size ? undefined : { done, total: skills.size };
  }

  get sorted(): DiagnosticsResponse {
    this.#sorted ??= {
      ...(this.checking !== undefined && { checking: this.checking }),
      ...(this.relaxed.length > 0 && { relaxed: this.relaxed }),
      diagnostics: this.diagnostics.toSorted(compareDiagnostics),
    };
    return this.#sorted;
  }
}

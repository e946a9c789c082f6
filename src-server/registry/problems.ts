import type { CheckProgress } from '../contract/api/api.ts';
import { countBySeverity, type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { SeverityCounts } from '../contract/diagnostics/severity.ts';
import { compareText } from '../contract/words/compare-text.ts';
import { groupBy } from '../group-by.ts';
import { type RegistryRules, relax, relaxOne, SPECIFICATION } from '../validation/registry-rules.ts';
import { isOldIndex } from './model/index-age.ts';
import { allFindings, type RegistrySnapshot } from './model/registry-snapshot.ts';

export interface Problems extends FoundProblems {
  readonly snapshot: RegistrySnapshot;
  readonly counts: SeverityCounts;
  readonly relaxed: readonly Relaxed[];
  readonly checking?: CheckProgress;
}

interface FoundProblems {
  readonly snapshot: RegistrySnapshot;
  readonly general: readonly Diagnostic[];
  /** rules.json of each layer by name; '' for a single registry. */
  readonly rules: ReadonlyMap<string, RegistryRules>;
}

/** With the registry's rules. Unordered: sort by `compareDiagnostics`. */
export function* problemsIn({ snapshot, general, rules }: FoundProblems): Generator<Diagnostic, undefined> {
  for (const findings of [general, allFindings(snapshot)])
    for (const found of findings) {
      const left = relaxOne(found, rulesFor(found, rules));
      if (left !== undefined) yield left;
    }
}

/** Visits every problem, as relaxed rules require. */
export function countProblems(found: FoundProblems): Pick<Problems, 'counts' | 'relaxed'> {
  const all = [...found.general, ...allFindings(found.snapshot)];
  const parts = Array.from(
    groupBy(all, (one) => rulesFor(one, found.rules)),
    ([rules, own]) => relax(own, rules),
  );
  return {
    counts: countBySeverity(parts.flatMap(({ diagnostics }) => diagnostics)),
    relaxed: parts.flatMap(({ relaxed }) => relaxed).sort((a, b) => compareText(a.code, b.code)),
  };
}

function rulesFor({ registry = '' }: Diagnostic, rules: FoundProblems['rules']): RegistryRules {
  return rules.get(registry) ?? SPECIFICATION;
}

export function timelyFindings(
  { contents }: Pick<RegistrySnapshot, 'contents'>,
  now: Date,
): readonly Diagnostic[] {
  const updatedAt = contents.indexFile.index?.updatedAt;
  if (updatedAt === undefined || !isOldIndex(updatedAt, now)) return [];
  const message = `index.json was last updated on ${updatedAt.slice(0, 10)}, more than a week ago.`;
  return [diagnose('index-old', message, { file: 'index.json', pointer: '/updated_at' })];
}

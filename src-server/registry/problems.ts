import type { CheckProgress } from '../contract/api/api.ts';
import { countBySeverity, type Diagnostic, diagnose } from '../contract/diagnostics/diagnostic.ts';
import type { Relaxed } from '../contract/diagnostics/relaxed.ts';
import type { SeverityCounts } from '../contract/diagnostics/severity.ts';
import { type RegistryRules, relax, relaxOne } from '../validation/registry-rules.ts';
import { isOldIndex } from './model/index-age.ts';
import { allFindings, type RegistrySnapshot } from './model/registry-snapshot.ts';

/** What is wrong with one state of a registry: the one list that everybody shows, and its numbers. Immutable. */
export interface Problems extends FoundProblems {
  readonly snapshot: RegistrySnapshot;
  /** Of `problemsIn`. */
  readonly counts: SeverityCounts;
  /** What the registry's own rules relaxed, by code. */
  readonly relaxed: readonly Relaxed[];
  /** Absent once every skill was checked by every rule. */
  readonly checking?: CheckProgress;
}

export interface FoundProblems {
  readonly snapshot: RegistrySnapshot;
  /** About no skill and nothing that the loader saw: the age of index.json, and rules.json itself. */
  readonly general: readonly Diagnostic[];
  /** The registry's own rules. */
  readonly rules: RegistryRules;
}

/** All of them as the registry's rules leave them, in no order; `compareDiagnostics` is the usual order. */
export function* problemsIn({ snapshot, general, rules }: FoundProblems): Generator<Diagnostic, undefined> {
  for (const findings of [general, allFindings(snapshot)])
    for (const found of findings) {
      const left = relaxOne(found, rules);
      if (left !== undefined) yield left;
    }
}

/** How many there are, and what was relaxed, by looking at each: where rules are relaxed, nothing less will do. */
export function countProblems(found: FoundProblems): Pick<Problems, 'counts' | 'relaxed'> {
  const all = [...found.general, ...allFindings(found.snapshot)];
  const { diagnostics, relaxed } = relax(all, found.rules);
  return { counts: countBySeverity(diagnostics), relaxed };
}

/** Says that index.json is over a week old. */
export function timelyFindings(
  { contents }: Pick<RegistrySnapshot, 'contents'>,
  now: Date,
): readonly Diagnostic[] {
  const updatedAt = contents.indexFile.index?.updatedAt;
  if (updatedAt === undefined || !isOldIndex(updatedAt, now)) return [];
  const message = `index.json was last updated on ${updatedAt.slice(0, 10)}, more than a week ago.`;
  return [diagnose('index-old', message, { file: 'index.json', pointer: '/updated_at' })];
}

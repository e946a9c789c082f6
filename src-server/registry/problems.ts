import type { CheckProgress } from '../contract/api.ts';
import { type Diagnostic, diagnose, type Severity } from '../contract/diagnostic.ts';
import { allFindings, type CheckedSkills, type RegistrySnapshot } from './model/registry-snapshot.ts';

/** An index.json that is older than this may leave out what its registry has by now, in days. */
export const INDEX_STAYS_FRESH_DAYS = 7;
const DAY_MS = 86_400_000;

/** What is wrong with one state of a registry: the one list that everybody shows, and its numbers. Immutable. */
export interface Problems {
  readonly snapshot: RegistrySnapshot;
  /** Skills that every rule was applied to; of the others, only what the quick rules say is known. */
  readonly checked: CheckedSkills;
  /** What time alone brings about. */
  readonly timely: readonly Diagnostic[];
  /** Of `problemsIn`. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Absent once every skill was checked by every rule. */
  readonly checking?: CheckProgress;
}

/** All of them, in no order; `compareDiagnostics` is the usual order. */
export function* problemsIn({
  snapshot,
  checked,
  timely,
}: Pick<Problems, 'snapshot' | 'checked' | 'timely'>): Generator<Diagnostic, undefined> {
  yield* timely;
  yield* allFindings(snapshot, checked);
}

/** When index.json says that it was made; undefined where there is none, or it doesn't say. */
export function indexAge(
  { indexFile }: Pick<RegistrySnapshot, 'indexFile'>,
  now: Date,
): { readonly updatedAt: string; readonly days: number } | undefined {
  const updatedAt = indexFile.index?.updatedAt;
  if (updatedAt === undefined) return undefined;
  return { updatedAt, days: Math.max(0, Math.floor((now.getTime() - Date.parse(updatedAt)) / DAY_MS)) };
}

/** Says that index.json is over a week old. */
export function timelyFindings(
  snapshot: Pick<RegistrySnapshot, 'indexFile'>,
  now: Date,
): readonly Diagnostic[] {
  const age = indexAge(snapshot, now);
  if (age === undefined || now.getTime() - Date.parse(age.updatedAt) <= INDEX_STAYS_FRESH_DAYS * DAY_MS)
    return [];
  const message = `index.json was last updated on ${age.updatedAt.slice(0, 10)}, more than a week ago.`;
  return [diagnose('index-old', message, { file: 'index.json', pointer: '/updated_at' })];
}

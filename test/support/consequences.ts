import type { DiagnosticCode } from '../../src-server/contract/codes.ts';
import type { Diagnostic } from '../../src-server/contract/diagnostic.ts';
import { compareSeverity } from '../../src-server/contract/words.ts';

/** Codes with the codes that they follow from, in the same skill. */
const FOLLOWS: ReadonlyMap<DiagnosticCode, readonly DiagnosticCode[]> = new Map([
  ['completeness-mismatch', ['example-missing', 'p0-file-missing', 'file-missing']],
  ['index-entry-duplicate', ['key-duplicate']],
]);

export interface Consequence {
  readonly follows: Diagnostic;
  readonly from: readonly Diagnostic[];
}

/** What follows from something else in the same skill, with what it follows from. */
export function consequencesIn(diagnostics: readonly Diagnostic[]): readonly Consequence[] {
  return diagnostics.flatMap((follows) => {
    const roots = FOLLOWS.get(follows.code) ?? [];
    const from = diagnostics.filter(
      ({ code, skillKey }) => skillKey === follows.skillKey && roots.includes(code),
    );
    return from.length === 0 ? [] : [{ follows, from }];
  });
}

/** Whether something is worse than everything that it follows from. */
export function isWorse({ follows, from }: Consequence): boolean {
  return from.every(({ severity }) => compareSeverity(follows.severity, severity) < 0);
}

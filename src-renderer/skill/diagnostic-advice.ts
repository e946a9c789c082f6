import { DIAGNOSTICS, type Diagnostic, type DiagnosticKind } from '../../src-server/contract/diagnostic.ts';

/** What a code always says; undefined for one that only a newer service knows. */
export function kindOf(code: string): DiagnosticKind | undefined {
  return Object.hasOwn(DIAGNOSTICS, code) ? DIAGNOSTICS[code as keyof typeof DIAGNOSTICS] : undefined;
}

/** What to do here, or what the code always says. */
export function fixOf(problem: Diagnostic): string {
  return problem.fix ?? kindOf(problem.code)?.fix ?? 'See the documentation of the format.';
}

import type { SubmissionCheck } from '../../../src-server/contract/api/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { fixOf, kindOf, locationOf } from '../../skill/diagnostic-advice.ts';

export interface Finding {
  readonly message: string;
  /** File and line. Empty if unknown or part of the message. */
  readonly location: string;
}

/** Findings with the same fix. */
export interface FindingGroup {
  /** Absent for refusals outside the format's rules. */
  readonly code?: string;
  readonly findings: readonly Finding[];
  readonly why?: string;
  readonly fix?: string;
}

export interface ImportFindings {
  readonly blocking: readonly FindingGroup[];
  readonly warnings: readonly FindingGroup[];
  readonly notes: readonly FindingGroup[];
  readonly blockingCount: number;
}

/**
 * Replaces problems by more detailed diagnostics. The service decides about blocking: even warnings can
 * block.
 */
export function arrangeFindings({ problems, diagnostics }: SubmissionCheck): ImportFindings {
  const repeats = (problem: string, { message }: Diagnostic) => problem.endsWith(message);
  const isBlocking = (diagnostic: Diagnostic) => problems.some((problem) => repeats(problem, diagnostic));
  const plain = problems.filter((problem) => !diagnostics.some((diagnostic) => repeats(problem, diagnostic)));
  const rest = diagnostics.filter((diagnostic) => !isBlocking(diagnostic));
  const blocking = [
    ...plain.map((message): FindingGroup => ({ findings: [{ message, location: '' }] })),
    ...group(diagnostics.filter(isBlocking)),
  ];
  return {
    blocking,
    blockingCount: blocking.reduce((sum, { findings }) => sum + findings.length, 0),
    warnings: group(rest.filter(({ severity }) => severity !== 'info')),
    notes: group(rest.filter(({ severity }) => severity === 'info')),
  };
}

function group(diagnostics: readonly Diagnostic[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup & { readonly findings: Finding[] }>();
  for (const diagnostic of diagnostics) {
    const { code, message } = diagnostic;
    const [fix, why, place] = [fixOf(diagnostic), kindOf(code)?.why, locationOf(diagnostic)];
    const id = `${code} ${fix}`;
    const same = groups.get(id) ?? { code, fix, ...(why === undefined ? {} : { why }), findings: [] };
    same.findings.push({ message, location: message.includes(place) ? '' : place });
    groups.set(id, same);
  }
  return [...groups.values()];
}

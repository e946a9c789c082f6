/** What a check says, in the order one works through it: what keeps the skill out, then warnings, then notes. Pure. */
import type { SubmissionCheck } from '../../../src-server/contract/api/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { fixOf, kindOf, locationOf } from '../../skill/diagnostic-advice.ts';

/** A problem of the draft, as it is shown. */
export interface Finding {
  readonly message: string;
  /** File and line; empty where there is none, or the message says it. */
  readonly location: string;
}

/** Findings that the same advice mends. */
export interface FindingGroup {
  /** Absent where the service refuses something that isn't a rule of the format. */
  readonly code?: string;
  readonly findings: readonly Finding[];
  readonly why?: string;
  readonly fix?: string;
}

/** What was found in the draft, by what it keeps from. */
export interface ImportFindings {
  readonly blocking: readonly FindingGroup[];
  readonly warnings: readonly FindingGroup[];
  readonly notes: readonly FindingGroup[];
  /** How many findings are blocking. */
  readonly blockingCount: number;
}

/**
 * A problem that repeats a diagnostic is shown as that, which knows more. Which diagnostics keep a skill out is so the
 * service's own decision: some that are only warnings in a registry do.
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

/** How bad problems are together, and how their numbers are said: the same wherever they are shown. */

import { groupDigits } from '../words/group-digits.ts';
import type { Severity } from './diagnostic-kind.ts';

/** How many problems there are of each severity. */
export type SeverityCounts = Readonly<Record<Severity, number>>;

/** The worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

/** One and many of each severity, as they are called everywhere. */
export const SEVERITY_WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

/** Negative where `a` is worse than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

/** The worst of some severities, which decides the colour and the mark of all of them; undefined where there is none. */
export function worstSeverity(severities: Iterable<Severity>): Severity | undefined {
  let worst: Severity | undefined;
  for (const severity of severities)
    if (worst === undefined || compareSeverity(severity, worst) < 0) worst = severity;
  return worst;
}

/** `1 skill`, `10,000 skills`. */
export function countWords(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}

/** `3 errors, 1 warning, 2 notes`, without what there is none of; `no problems` where there is nothing. */
export function problemWords(counts: SeverityCounts): string {
  const said = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    countWords(counts[severity], ...SEVERITY_WORDS[severity]),
  );
  return said.length === 0 ? 'no problems' : said.join(', ');
}

/** `still checking: 12 of 85 skills done`: said beside every number that may grow. */
export function checkingWords({ done, total }: { readonly done: number; readonly total: number }): string {
  return `still checking: ${groupDigits(done)} of ${countWords(total, 'skill')} done`;
}

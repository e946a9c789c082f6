import { groupDigits } from '../words/group-digits.ts';

/** Explained in docs/diagnostics.md. */
export type Severity = 'error' | 'warning' | 'info';
export type SeverityCounts = Readonly<Record<Severity, number>>;

export const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

export const SEVERITY_WORDS: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

/** Negative: `a` is worse. */
export function compareSeverity(a: Severity, b: Severity): number {
  return SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b);
}

/** `1 skill`, `10,000 skills` */
export function countWords(number: number, one: string, many = `${one}s`): string {
  return `${groupDigits(number)} ${number === 1 ? one : many}`;
}

/** `3 errors, 1 warning, 2 notes`; `no problems` */
export function problemWords(counts: SeverityCounts): string {
  const said = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    countWords(counts[severity], ...SEVERITY_WORDS[severity]),
  );
  return said.length === 0 ? 'no problems' : said.join(', ');
}

/** `still checking: 12 of 85 skills done` */
export function checkingWords({ done, total }: { readonly done: number; readonly total: number }): string {
  return `still checking: ${groupDigits(done)} of ${countWords(total, 'skill')} done`;
}

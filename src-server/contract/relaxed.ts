import type { DiagnosticCode } from './diagnostic.ts';

/** What a registry's rules.json relaxed of one code. */
export interface Relaxed {
  readonly code: DiagnosticCode;
  /** How many places. */
  readonly count: number;
  /** `off`: not reported. `remark`: reported as a remark. */
  readonly how: 'off' | 'remark';
  /** Why, in the words of who wrote rules.json. */
  readonly reason: string;
}

const HOW = { off: 'not reported', remark: 'as remarks' } as const;

/** `skill-short 12 as remarks: these are notes for ourselves`; the reason is as whoever wrote rules.json put it. */
export function relaxedWords({ code, count, how, reason }: Relaxed): string {
  return `${code} ${count.toLocaleString('en')} ${HOW[how]}: ${reason}`;
}

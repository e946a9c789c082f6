import { groupDigits } from '../words/group-digits.ts';
import type { DiagnosticCode } from './diagnostic.ts';

/** What a registry's rules.json relaxed of one code. */
export interface Relaxed {
  readonly code: DiagnosticCode;
  /** How many places. */
  readonly count: number;
  /** `off`: not reported. `note`: reported as a note. */
  readonly how: 'off' | 'note';
  /** Why, in the words of who wrote rules.json. */
  readonly reason: string;
}

const HOW = { off: 'not reported', note: 'as notes' } as const;

/** `skill-short 12 as notes: for ourselves only`; the reason is as whoever wrote rules.json put it. */
export function relaxedWords({ code, count, how, reason }: Relaxed): string {
  return `${code} ${groupDigits(count)} ${HOW[how]}: ${reason}`;
}

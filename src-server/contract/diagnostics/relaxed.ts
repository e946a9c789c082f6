import { groupDigits } from '../words/group-digits.ts';
import type { DiagnosticCode } from './diagnostic.ts';

/** By rules.json. */
export interface Relaxed {
  readonly code: DiagnosticCode;
  readonly count: number;
  /** `off`: not reported. `note`: reported as note. */
  readonly how: 'off' | 'note';
  /** Foreign text. */
  readonly reason: string;
}

const HOW = { off: 'not reported', note: 'as notes' } as const;

/** `skill-short 12 as notes: for ourselves only` */
export function relaxedWords({ code, count, how, reason }: Relaxed): string {
  return `${code} ${groupDigits(count)} ${HOW[how]}: ${reason}`;
}

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

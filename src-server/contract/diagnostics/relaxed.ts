import type { Infer } from '../schema-types.ts';
import type { relaxation } from '../schemas/diagnostics.ts';
import { groupDigits } from '../words/group-digits.ts';

/** By rules.json. */
export type Relaxed = Infer<typeof relaxation>;

const HOW = { off: 'not reported', note: 'as notes' } as const;

/** `skill-short 12 as notes: for ourselves only` */
export function relaxedWords({ code, count, how, reason }: Relaxed): string {
  return `${code} ${groupDigits(count)} ${HOW[how]}: ${reason}`;
}

const FIRST = ['first', 'second', 'third'];
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** `1` → `first`, `21` → `21st`. */
export function rankWords(rank: number): string {
  return FIRST[rank - 1] ?? `${rank}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}

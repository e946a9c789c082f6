import { compareText } from '../words/compare-text.ts';
import type { Diagnostic } from './diagnostic.ts';

export interface WrongValue {
  readonly field: string;
  /** JSON, cut. */
  readonly value: string;
  readonly expected?: string;
  readonly places: number;
}

/** List items count as the list. */
export function fieldOf({ field, pointer = '' }: Pick<Diagnostic, 'field' | 'pointer'>): string {
  const names = pointer.split('/').filter((name) => !/^\d*$/.test(name));
  return field ?? (names.at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Most frequent first. */
export function wrongValues(places: readonly Diagnostic[]): readonly WrongValue[] {
  const values = new Map<string, { -readonly [Name in keyof WrongValue]: WrongValue[Name] }>();
  for (const place of places) {
    const { value, expected } = place;
    if (value === undefined) continue;
    const field = fieldOf(place);
    const known = values.get(`${field} ${value}`);
    if (known !== undefined) known.places += 1;
    else values.set(`${field} ${value}`, { field, value, ...(expected && { expected }), places: 1 });
  }
  return [...values.values()].sort(
    (a, b) => b.places - a.places || compareText(a.field, b.field) || compareText(a.value, b.value),
  );
}

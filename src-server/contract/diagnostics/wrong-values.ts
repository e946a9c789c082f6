/** The fields and values that diagnostics are about. */
import { compareText, type Diagnostic } from './diagnostic.ts';

/** A value that is wrong, and how often. */
export interface WrongValue {
  /** The field's name. */
  readonly field: string;
  /** As JSON, cut. */
  readonly value: string;
  /** What it must be instead; absent where nothing says so. */
  readonly expected?: string;
  readonly places: number;
}

/** Name of the field that a diagnostic is about; of an item of a list, the list's. */
export function fieldOf({ field, pointer = '' }: Pick<Diagnostic, 'field' | 'pointer'>): string {
  const names = pointer.split('/').filter((name) => !/^\d*$/.test(name));
  return field ?? (names.at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The wrong values of some places, the most frequent first. */
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

import { type CauseKind, FOLLOWER_WORDS } from './cause-kinds.ts';
import type { Diagnostic } from './diagnostic.ts';
import { fieldOf, type WrongValue } from './wrong-values.ts';

/** Part of a title. `code`: name of the format; `value`: foreign text. */
export interface Phrase {
  readonly as: 'text' | 'code' | 'value';
  readonly text: string;
}

export function plainTitle({ title }: { readonly title: readonly Phrase[] }): string {
  return title.map(({ text }) => text).join('');
}

/** Second field shown from this share of the first's places. */
const WORTH_TELLING = 0.25;

/** @param id kind, or longer for a kind by field */
export function causeTitle(
  id: string,
  { title, details }: CauseKind,
  places: readonly Diagnostic[],
  values: readonly WrongValue[],
): readonly Phrase[] {
  const parts =
    details === 'fields'
      ? [...new Set(places.map(fieldOf))].map((field): Phrase[] => [{ as: 'code', text: field }])
      : details === 'values'
        ? worthTelling(values).map(valuePhrase)
        : [];
  const separated = parts.flatMap((part, place): Phrase[] => [
    { as: 'text', text: place === 0 ? ': ' : ', ' },
    ...part,
  ]);
  const followed = [...FOLLOWER_WORDS].filter(
    ([code]) => code !== id && places.some((place) => place.code === code),
  );
  return [
    { as: 'text', text: title },
    ...separated,
    ...followed.map(([, text]): Phrase => ({ as: 'text', text })),
  ];
}

function worthTelling([first, ...others]: readonly WrongValue[]): readonly WrongValue[] {
  if (first === undefined) return [];
  const second = others.find(
    ({ field, places }) => field !== first.field && places >= first.places * WORTH_TELLING,
  );
  return second === undefined ? [first] : [first, second];
}

function valuePhrase({ field, value }: WrongValue): Phrase[] {
  const isText = value.startsWith('"');
  const shown = isText ? `“${value.replace(/^"|"$/g, '')}”` : value;
  return [
    { as: 'code', text: field },
    { as: 'text', text: ' is ' },
    { as: 'value', text: shown },
  ];
}

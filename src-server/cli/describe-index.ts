import { groupDigits } from '../contract/group-digits.ts';
import { printable } from '../contract/printable.ts';
import type { BuiltIndex } from '../registry/model/build-index.ts';

/** More keys than this are counted. */
const NAMED = 5;

/** What building an index changed, in a sentence. */
export function describeIndex({ added, updated, removed }: BuiltIndex): string {
  const parts = [
    ['added', added],
    ['updated', updated],
    ['removed', removed],
  ] as const;
  const said = parts.filter(([, keys]) => keys.length > 0).map(([verb, keys]) => `${verb} ${name(keys)}`);
  return said.length === 0
    ? 'Its schema, version, time or form changed; its entries did not.'
    : `${capitalize(said.join('; '))}.`;
}

function name(keys: readonly string[]): string {
  const rest = keys.length - NAMED;
  return `${keys.slice(0, NAMED).map(printable).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

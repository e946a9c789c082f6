import { groupDigits } from '../contract/group-digits.ts';
import { printable } from '../contract/printable.ts';
import type { BuiltIndex, unlistable } from '../registry/model/build-index.ts';
import { count } from './count.ts';

/** More keys than this are counted. */
const NAMED = 5;

/** What building an index changed, and which skills it leaves out, in a sentence or two. */
export function describeIndex(built: BuiltIndex): string {
  const { drafts } = built;
  const whose = drafts === 1 ? 'is left out until its' : 'are left out until their';
  const left = `${count(drafts, 'draft')} ${whose} last {{write: …}} is gone.`;
  return [describeChange(built), drafts > 0 ? left : undefined]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** That index.json can't be made from all skills, and which ones are the matter; undefined where it can. */
export function describeUnlistable(folders: ReturnType<typeof unlistable>): string | undefined {
  if (folders.length === 0) return undefined;
  const rest = folders.length - NAMED;
  const named = folders.slice(0, NAMED).map(({ folder, why }) => `${folder}: ${why}`);
  const more = rest > 0 ? ` And ${groupDigits(rest)} more.` : '';
  return `${count(folders.length, 'skill')} can't be listed. ${named.join(' ')}${more} index.json is left as it is.`;
}

function describeChange({ added, updated, removed, isNew, drafts }: BuiltIndex): string | undefined {
  const parts = [
    ['added', added],
    ['updated', updated],
    ['removed', removed],
  ] as const;
  const said = parts.filter(([, keys]) => keys.length > 0).map(([verb, keys]) => `${verb} ${name(keys)}`);
  if (said.length > 0) return `${capitalize(said.join('; '))}.`;
  if (!isNew) return 'Its schema, version, time or form changed; its entries did not.';
  return drafts === 0 ? 'The registry holds no skill yet.' : undefined;
}

function name(keys: readonly string[]): string {
  const rest = keys.length - NAMED;
  return `${keys.slice(0, NAMED).map(printable).join(', ')}${rest > 0 ? ` and ${groupDigits(rest)} more` : ''}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

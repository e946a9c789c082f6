import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import type { BuiltIndex } from '../../registry/write/build-index.ts';
import { count } from './count.ts';

/** Others are counted. */
const NAMED = 5;

/** Changes and skipped drafts. */
export function describeIndex(built: BuiltIndex): string {
  const { drafts } = built;
  const whose = drafts === 1 ? 'is left out until its' : 'are left out until their';
  const left = `${count(drafts, 'draft')} ${whose} last {{write: …}} is gone.`;
  return [describeChange(built), drafts > 0 ? left : undefined]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** Undefined if none. */
export function describeObstacles(obstacles: readonly string[]): string | undefined {
  return obstacles.length === 0 ? undefined : `${obstacles.join(' ')} index.json is left as it is.`;
}

function describeChange({ change, added, updated, removed, isNew, drafts }: BuiltIndex): string | undefined {
  if (change === 'time') return 'index.json was over a week old. Only time and version changed.';
  const parts = [
    ['added', added],
    ['updated', updated],
    ['removed', removed],
  ] as const;
  const said = parts
    .filter(([, keys]) => keys.length > 0)
    .map(([verb, keys]) => `${verb} ${listWords(keys.map(printable), NAMED)}`);
  if (said.length > 0) return `${capitalize(said.join('; '))}.`;
  if (!isNew) return 'The schema, version, time or form changed. The entries did not change.';
  return drafts === 0 ? 'The registry has no skill yet.' : undefined;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

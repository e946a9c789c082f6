import { join } from 'node:path';
import { listWords } from '../contract/words/list-words.ts';
import { printable } from '../contract/words/printable.ts';
import { type FileMark, markOf, writeInside } from '../platform/write-file.ts';
import { readRegistry } from '../registry/read-registry.ts';
import type { RegistryLocation } from '../registry/registry-patch.ts';
import {
  type BuiltIndex,
  buildIndex,
  indexObstacles,
  inTurn,
  rejectedSkills,
} from '../registry/write/build-index.ts';
import { count } from './text/count.ts';

/** Others are counted. */
const NAMED = 5;

export interface PlannedIndex {
  readonly file: string;
  readonly built: BuiltIndex;
  /** `12 skills` */
  readonly skills: string;
  readonly rejected: readonly string[];
  /** Why a rebuild would lose contents. */
  readonly obstacles: string | undefined;
  /** Rejects with `WriteRefused`, also if the file was edited since. */
  readonly write: () => Promise<void>;
}

/** What index.json would become. */
export async function planIndex(location: RegistryLocation, now = new Date()): Promise<PlannedIndex> {
  const { root } = location;
  const expected: FileMark | undefined = await markOf(root, 'index.json').catch(() => undefined);
  const reading = readRegistry(location, now);
  const built = buildIndex(reading, now);
  return {
    file: join(root, 'index.json'),
    built,
    skills: count(reading.skills.size, 'skill'),
    rejected: rejectedSkills(reading),
    obstacles: indexObstacles(reading),
    write: () =>
      inTurn(location, () =>
        writeInside(root, 'index.json', built.text, expected === undefined ? {} : { expected }),
      ),
  };
}

/** Changes and skipped drafts. */
export function describeIndex({ change, added, updated, removed, isNew, drafts }: BuiltIndex): string {
  const said = Object.entries({ added, updated, removed })
    .filter(([, keys]) => keys.length > 0)
    .map(([verb, keys]) => `${verb} ${listWords(keys.map(printable), NAMED)}`)
    .join('; ');
  const whose = drafts === 1 ? 'is left out until its' : 'are left out until their';
  return [
    ...(change === 'time' ? ['index.json was over a week old. Only time and version changed.'] : []),
    ...(said === '' ? [] : [`${said.charAt(0).toUpperCase()}${said.slice(1)}.`]),
    ...(said === '' && change === 'content' && !isNew
      ? ['The schema, version, time or form changed. The entries did not change.']
      : []),
    ...(said === '' && isNew && drafts === 0 ? ['The registry has no skill yet.'] : []),
    ...(drafts === 0 ? [] : [`${count(drafts, 'draft')} ${whose} last {{write: …}} is gone.`]),
  ].join(' ');
}

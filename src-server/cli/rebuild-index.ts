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

/** What index.json would become; `write` rejects with `WriteRefused`, also if the file was edited since. */
export async function planIndex(location: RegistryLocation, now = new Date()) {
  const { root } = location;
  const expected: FileMark | undefined = await markOf(root, 'index.json').catch(() => undefined);
  const reading = readRegistry(location, now);
  const built = buildIndex(reading, now);
  return {
    file: join(root, 'index.json'),
    built,
    skills: count(reading.skills.size, 'skill'),
    rejected: rejectedSkills(reading),
    /** Why a rebuild would lose contents. */
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
  return [
    ...(change === 'time' ? ['index.json was over a week old. Only time and version changed.'] : []),
    ...(said === '' ? [] : [`${said.charAt(0).toUpperCase()}${said.slice(1)}.`]),
    ...(said === '' && change === 'content' && !isNew ? ['The entries did not change.'] : []),
    ...(drafts === 0 ? [] : [`Left out until the last {{write: …}} is gone: ${count(drafts, 'draft')}.`]),
  ].join(' ');
}

import { join } from 'node:path';
import type { LiveRegistry } from '../registry/live-registry.ts';

/** Texts of files of a registry, by path relative to its root; without those that can't be read or are too large. */
export type ReadTexts = (files: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Longer files are not read: parsing one takes too long for finding a line. */
const MAX_BYTES = 1024 * 1024;

/** Reads small files of a registry: for telling lines, so one that can't be read has none to tell. */
export function readTextsOf(live: Pick<LiveRegistry, 'location' | 'read'>): ReadTexts {
  return async (files) => {
    const { root } = live.location;
    const requests = files.map((file) => ({ path: join(root, file), inside: root, maxSize: MAX_BYTES }));
    const readings = await live.read(requests);
    const texts = new Map<string, string>();
    for (const [place, file] of files.entries()) {
      const reading = readings[place];
      if (reading?.ok) texts.set(file, reading.bytes.toString('utf8').replace(/^\uFEFF/, ''));
    }
    return texts;
  };
}

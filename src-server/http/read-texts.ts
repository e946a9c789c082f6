import { join } from 'node:path';
import type { LiveRegistry } from '../registry/live-registry.ts';

/**
 * By path relative to the registry. Omits unreadable and large files.
 *
 * @param registry layer; default: uppermost
 */
export type ReadFileTexts = (
  files: readonly string[],
  registry?: string,
) => Promise<ReadonlyMap<string, string>>;

/** Slow to parse above. */
const MAX_BYTES = 1024 * 1024;

export function readTextsOf(live: Pick<LiveRegistry, 'location' | 'layers' | 'read'>): ReadFileTexts {
  return async (files, registry) => {
    const layer = registry === undefined ? live : live.layers.find(({ name }) => name === registry);
    if (layer === undefined) return new Map();
    const { root } = layer.location;
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

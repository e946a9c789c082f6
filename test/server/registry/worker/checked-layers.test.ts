/** Layers that change while they are checked: each skill that stays is checked in the end, so that the count of checks ends. */
import { cpSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { follow, layersOf } from '../../../support/followed-registry.ts';
import { temporaryRegistry } from '../../../support/temporary-registry.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const keysOf = (author: string) => Array.from({ length: 20 }, (_, at) => `go/${author}/lib${at}`);

/** Follows two layers until some skills of both are served, and none is checked. */
async function begun() {
  const [upper, lower] = [temporaryRegistry(keysOf('upper')), temporaryRegistry(keysOf('lower'))];
  const followed = follow([upper, lower]);
  const { served } = followed;
  await vi.waitFor(() => expect(served.records.size).toBe(40), { ...WAIT, interval: 1 });
  const checked = () => [...served.records.values()].filter(({ findings }) => findings.isChecked).length;
  expect(checked()).toBeLessThan(40);
  const take = (layers: ReturnType<typeof layersOf>) => followed.worker.take({ layers });
  const ends = () => vi.waitFor(() => expect(checked()).toBe(served.records.size), WAIT);
  return { ...followed, upper, lower, take, ends };
}

describe('checks of layers come to an end where a layer', () => {
  it('is left out', async () => {
    const { take, ends, upper, served } = await begun();
    take(layersOf(upper));
    await ends();
    expect(served.records.size).toBe(20);
  });

  it.each(['upper', 'lower'] as const)('is replaced by a copy of it: the %s one', async (which) => {
    const started = await begun();
    const copy = `${started[which]}-copy`;
    cpSync(started[which], copy, { recursive: true });
    rmSync(started[which], { recursive: true });
    const folders = { upper: started.upper, lower: started.lower };
    folders[which] = copy;
    started.take(layersOf(folders.upper, folders.lower));
    await started.ends();
    expect(started.served.records.size).toBe(40);
    rmSync(copy, { recursive: true });
  });

  it('goes away, and comes back', async () => {
    const { rescan, ends, lower } = await begun();
    renameSync(lower, `${lower}-away`);
    rescan();
    renameSync(`${lower}-away`, lower);
    rescan();
    await ends();
  });

  it('goes away for good', async () => {
    const { rescan, ends, lower } = await begun();
    rmSync(lower, { recursive: true });
    rescan();
    await ends();
  });
});

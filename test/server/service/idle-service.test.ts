import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServed } from '../../support/disk-lab/served.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';

const HOOK = join(import.meta.dirname, '../../support/armed-timers.cjs');
const AT_LEAST_MS = 10_000;

interface ArmedTimer {
  readonly ms: number;
  readonly where: string;
}

/** Of all threads; undefined while a thread writes. */
function armedTimers(folder: string): readonly ArmedTimer[] | undefined {
  try {
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    return files.flatMap((text) => JSON.parse(text) as readonly ArmedTimer[]);
  } catch {
    return undefined;
  }
}

it('wakes no processor more than once in ten seconds for a timer while nobody asks', async () => {
  const timers = temporaryFolder();
  const env = { NODE_OPTIONS: `--require ${HOOK}`, ARMED_TIMERS_FOLDER: timers };
  const { get } = await startServed(temporaryRegistry(['go/author/name']), undefined, { options: [], env });
  // The index is built: threads that begin at the start have begun.
  expect((await get('/v1/find?q=name')).status).toBe(200);
  // A chain of short timers would have one armed at any time.
  await expect.poll(() => armedTimers(timers)?.filter(({ ms }) => ms < AT_LEAST_MS)).toEqual([]);
  expect(armedTimers(timers)?.length).toBeGreaterThan(1);
});

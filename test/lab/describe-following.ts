import { describe, expect, it } from 'vitest';
import { type Served, startServed } from '../support/disk-lab/served.ts';
import { eventually } from '../support/test-server.ts';
import { CHANGE_SCENARIOS } from './change-scenarios.ts';

/** So long after the start nothing is looked at any more because of that alone. */
const STARTED_MS = 800;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Every kind of change is seen by a service that follows its folder in one way, so that none is healed by another. Each
 * way has a file of its own: these tests mostly wait, so the ways go side by side.
 */
export function describeFollowing(
  way: string,
  options: readonly string[],
  /** What happens just before the change. */
  before: (served: Served, root: string) => Promise<void> = async () => {},
): void {
  describe(way, () => {
    for (const { name, isEveryday, arrange, change, isSeen } of CHANGE_SCENARIOS)
      it(`shows ${name}`, { tags: isEveryday ? [] : ['ci'] }, async () => {
        const root = arrange();
        const served = await startServed(root, undefined, { options });
        await pause(STARTED_MS);
        expect(await isSeen(served), 'seen before it happened').toBe(false);
        await before(served, root);
        change(root);
        await eventually(
          () => isSeen(served),
          (seen) => seen,
        );
      });
  });
}

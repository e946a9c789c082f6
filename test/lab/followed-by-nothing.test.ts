import { describe, expect, it } from 'vitest';
import { startServed } from '../support/disk-lab/served.ts';
import { eventually } from '../support/test-server.ts';
import { CHANGE_SCENARIOS } from './change-scenarios.ts';
import { pause } from './describe-following.ts';

describe('with neither events nor a scan', () => {
  it.each([['--no-watch'], ['--watch', 'off']])('%s %s changes no answer', async (...options) => {
    const [scenario] = CHANGE_SCENARIOS;
    if (scenario === undefined) throw new Error('There is no scenario.');
    const root = scenario.arrange();
    const served = await startServed(root, undefined, { options });
    expect((await served.status()).registry.watching).toBe('off');
    // The check of the texts reads them, and what is read is never an old state.
    await eventually(served.status, ({ checking }) => checking === undefined);
    scenario.change(root);
    await pause(2_500);
    expect(await scenario.isSeen(served)).toBe(false);
  });
});

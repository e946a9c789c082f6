import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { viteValidators } from './scripts/standalone-validators.mjs';
import { kindsOfTests } from './test/support/kinds-of-tests.ts';

const { shared, alone, integration } = kindsOfTests(fileURLToPath(new URL('.', import.meta.url)));

/** No test touches the developer's own state. */
const home = 'test/support/temporary-home.ts';

export default defineConfig({
  plugins: [viteValidators],
  test: {
    // Integration tests wait for processes and disks; two cores do best with a few files at a time, beside the specs.
    maxWorkers: 3,
    // How long a machine may take, not how fast it must be: nothing waits for these but what hangs. Some tests start a
    // dozen processes one after the other.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    tags: [
      { name: 'ci', description: 'Costs much, and rarely tells more than its cheap neighbours: left to CI.' },
    ],
    projects: [
      // Starting a process for each file costs a third of the time of them all.
      { extends: true, test: { name: 'unit', include: shared, isolate: false, globalSetup: [home] } },
      { extends: true, test: { name: 'unit-alone', include: alone, globalSetup: [home] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integration,
          isolate: false,
          globalSetup: [home, 'test/support/build-server.ts'],
        },
      },
    ],
  },
});

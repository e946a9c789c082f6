import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Changes the modules or the world of all who share its process. */
const ALONE = /\bvi\.(?:mock|stubGlobal)\(|@vitest-environment jsdom/;
const alone = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => ALONE.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    // Tests wait for processes and disks; two cores do best with a few files at a time, beside the specs.
    maxWorkers: 3,
    // How long a machine may take, not how fast it must be: nothing waits for these but what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // No test touches the developer's own state; some start the built program.
    globalSetup: ['test/support/temporary-home.ts', 'test/support/build-server.ts'],
    projects: [
      // Starting a process for each file costs a third of the time of them all.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.{ts,tsx}'], exclude: alone, isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});

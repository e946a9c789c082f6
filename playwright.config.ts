import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { findBrowser } from './scripts/provision-browser.mjs';

/** What `npm test` provisioned, or what is here. */
const executablePath = findBrowser();
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath;

/** Where the packed app is unpacked: away from every node_modules. Workers are told by the process that made it. */
if (process.env['DESKTOP_PACKED'] === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'skills-packed-'));
  process.env['DESKTOP_PACKED'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** For one thing on a page. */
const LONGEST_WAIT_MS = 60_000;
/** More browsers at once than these want more memory than a usual machine has. */
const MOST_CORES = 4;

export default defineConfig<object, { packed: boolean }>({
  testDir: 'test',
  // No spec touches the developer's own state.
  globalSetup: './test/support/temporary-home.ts',
  outputDir: 'test-results',
  // Vitest runs at the same time. More workers end no sooner, and each test takes longer.
  workers: Math.min(availableParallelism(), MOST_CORES),
  // What passes at a second try alone is broken.
  retries: 0,
  // How long a machine may take, not how fast it must be: nothing waits for these but what hangs, and that fails at the
  // first thing that doesn't come.
  timeout: 300_000,
  expect: { timeout: LONGEST_WAIT_MS, toPass: { timeout: LONGEST_WAIT_MS } },
  forbidOnly: true,
  use: {
    actionTimeout: LONGEST_WAIT_MS,
    navigationTimeout: LONGEST_WAIT_MS,
    // What moves takes time to draw; specs about movement ask for it.
    reducedMotion: 'reduce',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: process.getuid?.() === 0 || process.env['CI'] ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'browser', testDir: 'test/e2e/browser' },
    // What only the packed app has is tested on that alone.
    { name: 'desktop', testDir: 'test/desktop', grepInvert: /@only-packed/ },
    { name: 'package', testDir: 'test/desktop', testMatch: 'package.setup.ts' },
    {
      name: 'packed',
      testDir: 'test/desktop',
      // What packing can change. The rest is the same code in both, and was seen in the other.
      grep: /@(?:only-)?packed/,
      dependencies: ['package'],
      use: { packed: true },
    },
  ],
});

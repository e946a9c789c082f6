import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

export default defineConfig<object, { packed: boolean }>({
  testDir: 'test',
  outputDir: 'test-results',
  // Each app under test is a handful of processes; two cores do best with two at a time.
  workers: 2,
  // A busy machine may be late once; what fails twice is broken, and what was late is named in the output.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  // Generous: a busy machine is no failure.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/specs.json' }],
  ],
  use: {
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: process.getuid?.() === 0 || process.env['CI'] ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    { name: 'browser', testDir: 'test/e2e/browser' },
    // Only the packed app brings its command line.
    { name: 'desktop', testDir: 'test/desktop', testIgnore: ['command.spec.ts'] },
    { name: 'package', testDir: 'test/desktop', testMatch: 'package.setup.ts' },
    {
      name: 'packed',
      testDir: 'test/desktop',
      // How the service is supervised, and what the window shows, is the same code in both, and was seen in the other.
      testIgnore: ['{stand-in,service,mishaps,window,platforms,updates}.spec.ts'],
      dependencies: ['package'],
      use: { packed: true },
    },
  ],
});

import { existsSync } from 'node:fs';
import { defineConfig } from 'playwright/test';

/** The browser specs; `npm test` names the Chromium in CHROMIUM_PATH (see scripts/provision-browser.mjs). */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath;

export default defineConfig({
  testDir: 'test',
  outputDir: 'test-results',
  // Each app under test is a handful of processes; two cores do best with two at a time.
  workers: 2,
  retries: 0,
  timeout: 60_000,
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
    { name: 'desktop', testDir: 'test/desktop' },
  ],
});

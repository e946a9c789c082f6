import { fileURLToPath } from 'node:url';
import { defineConfig } from 'playwright/test';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Takes the pictures of scripts/screenshots.mjs; nothing here passes judgement on them. */
export default defineConfig({
  testDir: '.',
  outputDir: `${root}test-results/screenshots`,
  workers: 2,
  // Generous: one test takes a view's pictures in every size and theme.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] !== undefined && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: process.getuid?.() === 0 || process.env['CI'] ? ['--no-sandbox'] : [],
    },
  },
});

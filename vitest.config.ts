import { defineConfig } from 'vitest/config';
import { viteValidators } from './scripts/standalone-validators.mjs';

export default defineConfig({
  plugins: [viteValidators],
  test: {
    globalSetup: ['test/support/build-server.ts'],
    include: ['test/**/*.test.{ts,tsx}'],
    // Server tests start real servers and child processes and wait for them; two cores do best with a few files at a time.
    maxWorkers: 4,
    // A busy machine may be late once, as in the browser's specs; what fails twice is broken.
    retry: process.env['CI'] ? 1 : 0,
    // Generous: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

/**
 * Takes screenshots of all views, themes, widths and states into screenshots/.
 *
 *   node scripts/screenshots.mjs [registry folder] [--only=name,name]
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provisionBrowser } from './provision-browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const registry = args.find((arg) => !arg.startsWith('--'));
const browser = provisionBrowser(root);
if (browser === undefined) process.exit(1);
const { status } = spawnSync(
  `${root}node_modules/.bin/playwright`,
  ['test', '-c', 'test/e2e/screenshots/playwright.config.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: browser,
      ...(only && { SCREENSHOTS_ONLY: only }),
      ...(registry && { SCREENSHOTS_REGISTRY: resolve(registry) }),
    },
    shell: process.platform === 'win32',
  },
);
process.exit(status ?? 1);

/**
 * `npm test`: builds, then runs the unit and integration tests (Vitest) and the browser specs (Playwright), and says
 * in its last line how many passed and failed. A run without a single test is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provisionBrowser } from './provision-browser.mjs';
import { provisionElectronNode } from './provision-electron-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'skills-registry-tests-'));
const totals = { passed: 0, failed: 0, skipped: 0 };

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function readReport(name) {
  const file = join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function add(name, passed, failed, skipped) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  if (passed === 0 && failed === 0) {
    console.error(`${name} ran no test.`);
    totals.failed += 1;
  }
}

const built = run(process.execPath, ['scripts/build.mjs']);
if (!built) totals.failed += 1;

const unitsPassed = run(join(root, 'node_modules/.bin/vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'units.json')}`,
]);
const units = readReport('units');
const unitFailures = (units?.numFailedTests ?? 0) + (unitsPassed || units?.numFailedTests ? 0 : 1);
add('Vitest', units?.numPassedTests ?? 0, unitFailures, units?.numPendingTests ?? 0);

if (existsSync(join(root, 'playwright.config.ts'))) {
  const browser = provisionBrowser(root);
  const specsPassed =
    browser !== undefined &&
    run(join(root, 'node_modules/.bin/playwright'), ['test'], {
      CHROMIUM_PATH: browser,
      DESKTOP_NODE: provisionElectronNode(root) ?? process.execPath,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'specs.json'),
    });
  const stats = readReport('specs')?.stats;
  const specFailures = (stats?.unexpected ?? 0) + (specsPassed || stats?.unexpected ? 0 : 1);
  add('Playwright', (stats?.expected ?? 0) + (stats?.flaky ?? 0), specFailures, stats?.skipped ?? 0);
}

rmSync(reports, { recursive: true, force: true });
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed > 0 ? 1 : 0);

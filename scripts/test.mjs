/**
 * `npm test`: builds, then runs the unit and integration tests (Vitest) and the browser specs (Playwright), and says
 * in its last line how many passed and failed. A run without a single test is a failure.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
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

/** Names each skipped test; Vitest's say in their condition why, Playwright's in words. */
function nameSkipped(skipped) {
  if (skipped.length > 0) console.log(`Skipped:\n${skipped.map((line) => `  - ${line}`).join('\n')}`);
}

function skippedUnits(results) {
  const all = (results?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ file: relative(root, name), status, fullName })),
  );
  return all
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(
      ({ file, fullName }) =>
        `${file}: ${fullName} (not on this system, for this user, or without what it needs)`,
    );
}

function skippedSpecs(suite) {
  const own = (suite?.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName, annotations }) => {
        const why = annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given';
        return `${projectName}: ${file}: ${title} (${why})`;
      }),
  );
  return [...own, ...(suite?.suites ?? []).flatMap(skippedSpecs)];
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

/** Runs Vitest over all tests, or those of some folders, on a Node of choice. */
function runVitest(name, node, folders = []) {
  const report = name.replaceAll(' ', '-');
  const passed = run(node, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...folders,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${report}.json`)}`,
  ]);
  const results = readReport(report);
  const failures = (results?.numFailedTests ?? 0) + (passed || results?.numFailedTests ? 0 : 1);
  nameSkipped(skippedUnits(results));
  add(name, results?.numPassedTests ?? 0, failures, results?.numPendingTests ?? 0);
}

runVitest('Vitest', process.execPath);

/** What meets the system: files, sockets, threads, processes. Ranking and rules are the same on every Node. */
const ON_ELECTRONS_NODE = [
  ...['desktop', 'http', 'mcp', 'registry/disk', 'service', 'writing'].map((name) => `test/server/${name}`),
  'test/contract',
  'test/lab/unreadable-folders',
];

// The desktop app runs the server on the Node that Electron carries.
const electronNode = provisionElectronNode(root) ?? process.execPath;
if (electronNode !== process.execPath) {
  console.log(`\nThe tests of what Node does for the server again, on ${electronNode}:`);
  runVitest('Vitest on Electron’s Node', electronNode, ON_ELECTRONS_NODE);
}

if (existsSync(join(root, 'playwright.config.ts'))) {
  const browser = provisionBrowser(root);
  const specsPassed =
    browser !== undefined &&
    run(join(root, 'node_modules/.bin/playwright'), ['test'], {
      CHROMIUM_PATH: browser,
      DESKTOP_NODE: electronNode,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'specs.json'),
    });
  const specs = readReport('specs');
  const stats = specs?.stats;
  nameSkipped(skippedSpecs(specs));
  const specFailures = (stats?.unexpected ?? 0) + (specsPassed || stats?.unexpected ? 0 : 1);
  if (stats?.flaky > 0) console.log(`${stats.flaky} specs passed at the second try only.`);
  add('Playwright', (stats?.expected ?? 0) + (stats?.flaky ?? 0), specFailures, stats?.skipped ?? 0);
}

rmSync(reports, { recursive: true, force: true });
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exit(totals.failed > 0 ? 1 : 0);

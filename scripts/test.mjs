/**
 * `npm test`: builds, then runs Vitest and the specs of page and app at the same time, since each waits half of its time.
 * The last line counts the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provisionBrowser } from './provision-browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'skills-registry-tests-'));

/**
 * Runs a script of Node.
 * @param output file for what it prints; the terminal by default
 */
async function runNode(args, env = {}, output = 'inherit') {
  const stdio = ['inherit', output, output];
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  return status === 0;
}

function readReport(name) {
  const file = join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns the counts of a run. One without tests, or one that failed without a failed test, is a failed one. */
function outcome(hasSucceeded, { passed = 0, failed = 0, skipped = [] } = {}) {
  const isUnexplained = failed === 0 && (!hasSucceeded || passed === 0);
  return { passed, failed: isUnexplained ? 1 : failed, skipped };
}

async function runVitest() {
  const reporters = [
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'vitest.json')}`,
  ];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const hasSucceeded = await runNode([vitest, 'run', ...reporters], { SKILLS_REGISTRY_BUILT: '1' });
  const report = readReport('vitest');
  if (report === undefined) return outcome(hasSucceeded);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending');
  return outcome(hasSucceeded, {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: skipped.map(({ meta }) => meta?.skipped ?? 'no reason given'),
  });
}

/** Runs the specs, and prints at their end: Vitest prints at the same time. */
async function runSpecs() {
  const browser = provisionBrowser(root);
  if (browser === undefined) return outcome(false);
  const printed = join(reports, 'specs.txt');
  const output = openSync(printed, 'w');
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'specs.json') };
  const projects = ['--project=browser', '--project=desktop'];
  const hasSucceeded = await runNode(
    [join(root, 'node_modules/playwright/cli.js'), 'test', '--reporter=dot,json', ...projects],
    env,
    output,
  );
  closeSync(output);
  console.log(readFileSync(printed, 'utf8'));
  const stats = readReport('specs')?.stats;
  const skipped = specsOf(readReport('specs')).filter(({ tests }) => tests.every(isSkipped));
  return outcome(hasSucceeded, {
    passed: stats?.expected,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: skipped.flatMap(({ tests }) =>
      tests.map(({ annotations }) => annotations[0]?.description ?? 'no reason given'),
    ),
  });
}

const isSkipped = ({ status }) => status === 'skipped';
const specsOf = ({ suites = [], specs = [] } = {}) => [...specs, ...suites.flatMap(specsOf)];

const outcomes = (await runNode(['scripts/build.mjs']))
  ? await Promise.all([runVitest(), runSpecs()])
  : [outcome(false)];
rmSync(reports, { recursive: true, force: true });
const skipped = outcomes.flatMap((one) => one.skipped);
for (const reason of new Set(skipped))
  console.log(`${skipped.filter((other) => other === reason).length} skipped: ${reason}.`);
const sum = (count) => outcomes.reduce((total, one) => total + one[count], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);

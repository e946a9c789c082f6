/**
 * `npm test`: builds, runs Vitest (unit and integration tests) and Playwright (specs of window and app).
 * Leaves the tag `ci` and specs of the packed app to CI. `--ci`, or the variable CI, runs everything, and
 * repeats system tests on a downloaded Node of Electron's version. `--no-desktop` leaves the specs of the app
 * from source to a run on a real Electron. `--ticks` prints a line per test instead of a dot.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, HOW_A_BROWSER_IS_HAD, provisionBrowser } from './provision-browser.mjs';
import { findElectronNode, HOW_A_NODE_IS_HAD, provisionElectronNode } from './provision-electron-node.mjs';
import { countSpecs, failedLines, skippedLines, specsOutcome, vitestOutcome } from './test-reports.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isCi = Boolean(process.env.CI) || process.argv.includes('--ci');
const isDesktopElsewhere = process.argv.includes('--no-desktop');
const hasTicks = process.argv.includes('--ticks');

/** Processor minutes per stage; see CONTRIBUTING.md. */
const MINUTES_OF_ALL = { vitest: 13, again: 3, specs: 12 };
/** Without tests left to CI. */
const MINUTES = isCi ? MINUTES_OF_ALL : { vitest: 6, again: 1, specs: 8 };
/** Some tests wait for timers of the service. */
const MOST_CORES = 4;

/** Files, sockets, threads and processes. Ranking and rules don't depend on Node's version. */
const ON_ELECTRONS_NODE = [
  ...['desktop', 'http', 'mcp', 'registry/disk', 'service', 'writing'].map((name) => `test/server/${name}`),
  'test/contract',
  'test/lab/unreadable-folders',
];

const reports = mkdtempSync(join(tmpdir(), 'skills-registry-tests-'));
const startedAt = Date.now();
const outcomes = [];

/** @param output file for what it prints; default: the terminal */
async function runNode(node, args, env = {}, output = 'inherit') {
  const stdio = ['inherit', output, output];
  const child = spawn(node, args, { cwd: root, stdio, env: { ...process.env, ...env } });
  const [status] = await once(child, 'exit');
  return status === 0;
}

function readReport(name) {
  const file = join(reports, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** With the given Node, on all or some folders. */
async function runVitest(name, node, folders = []) {
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...folders,
    `--reporter=${hasTicks ? 'default' : 'dot'}`,
    '--reporter=json',
    '--reporter=./scripts/failure-diffs.mjs',
    `--outputFile.json=${join(reports, `${name}.json`)}`,
    ...(isCi ? [] : ['--tags-filter=!ci']),
  ];
  const hasSucceeded = await runNode(node, args, {
    SKILLS_REGISTRY_BUILT: '1',
    FAILURE_DIFFS: join(reports, `${name}-diffs.json`),
  });
  return vitestOutcome(root, hasSucceeded, readReport(name), isCi, readReport(`${name}-diffs`));
}

const PLAYWRIGHT = [join(root, 'node_modules/playwright/cli.js'), 'test'];
const SPECS = [
  '--project=browser',
  ...(isDesktopElsewhere ? [] : ['--project=desktop']),
  ...(isCi ? ['--project=packed'] : ['--grep-invert=@ci']),
];

/** Missing in the report. */
function countLeftSpecs(report) {
  spawnSync(process.execPath, [...PLAYWRIGHT, '--list', '--reporter=json'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'all-specs.json') },
  });
  const all = readReport('all-specs');
  return all === undefined || report === undefined ? 0 : countSpecs(all) - countSpecs(report);
}

/** Prints at its end: Vitest prints at the same time. */
async function runSpecs(node) {
  const browser = provisionBrowser(root);
  if (browser === undefined) return specsOutcome(false, undefined);
  const printed = join(reports, 'specs.txt');
  const output = openSync(printed, 'w');
  const args = [...PLAYWRIGHT, ...SPECS];
  const env = {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_REPORTER: hasTicks ? 'list' : 'dot',
    DESKTOP_NODE: node,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'specs.json'),
  };
  const hasSucceeded = await runNode(process.execPath, args, env, output);
  closeSync(output);
  console.log(`\n${readFileSync(printed, 'utf8')}`);
  const report = readReport('specs');
  return specsOutcome(hasSucceeded, report, isCi ? 0 : countLeftSpecs(report));
}

/** With processor minutes, in order. Vitest and the specs run at the same time: both wait half of theirs. */
function stagesOf() {
  const wantsNode = isCi || process.env.DESKTOP_NODE !== undefined;
  const node = (wantsNode ? provisionElectronNode(root) : undefined) ?? process.execPath;
  const again = {
    title: 'Vitest on Electron’s Node',
    minutes: MINUTES.again,
    run: () => runVitest('again', node, ON_ELECTRONS_NODE),
  };
  return [
    [
      { title: 'Vitest', minutes: MINUTES.vitest, run: () => runVitest('vitest', process.execPath) },
      ...(node === process.execPath ? [] : [again]),
    ],
    [{ title: 'the specs, in a browser', minutes: MINUTES.specs, run: () => runSpecs(node) }],
  ];
}

const clock = () => {
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const WHAT_IS_LEFT = `
Left to CI: the packed app, and the tests that have the tag ci. With them: npm test -- --ci.`;

function announce() {
  const cores = Math.min(availableParallelism(), MOST_CORES);
  const minutes = (MINUTES.vitest + (isCi ? MINUTES.again : 0) + MINUTES.specs) / cores;
  const fetched = [
    // A wrong CHROMIUM_PATH is reported later.
    ...(findBrowser() === undefined && !process.env.CHROMIUM_PATH
      ? [`a Chromium: ${HOW_A_BROWSER_IS_HAD}`]
      : []),
    ...(isCi && findElectronNode(root) === undefined
      ? [`a Node of Electron’s line: ${HOW_A_NODE_IS_HAD}`]
      : []),
  ];
  console.log(`${isCi ? 'Everything is tested' : 'What changes commonly break is tested'}: about ${Math.ceil(minutes)} minutes on ${cores} quiet cores of this machine.
For the everyday: npm run test:unit, less than a minute.${isCi ? '' : WHAT_IS_LEFT}
Will be fetched: ${fetched.length === 0 ? 'nothing' : fetched.join('; ')}.`);
}

async function runStages(stages) {
  for (const { title, run } of stages) {
    console.log(`\n[${clock()}] ${title}`);
    const outcome = await run();
    outcomes.push(outcome);
    console.log(`\n[${clock()}] ${title}: ${outcome.passed} passed, ${outcome.failed} failed`);
  }
}

announce();
console.log(`\n[${clock()}] the build`);
if (await runNode(process.execPath, ['scripts/build.mjs'])) await Promise.all(stagesOf().map(runStages));
else outcomes.push(vitestOutcome(root, false, undefined));

rmSync(reports, { recursive: true, force: true });
const skipped = outcomes.flatMap((outcome) => outcome.skipped);
const sum = (count) => outcomes.reduce((total, outcome) => total + outcome[count], 0);
const [passed, failed] = [sum('passed'), sum('failed')];
if (skipped.length > 0) console.log(`\n${skippedLines(skipped).join('\n')}`);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\n${failedLines(failures).join('\n')}`);
const left = sum('left');
const others = [
  ...(skipped.length > 0 ? [`, ${skipped.length} skipped`] : []),
  ...(left > 0 ? [`, ${left} left to CI (npm test -- --ci)`] : []),
];
console.log(`\n[${clock()}]\n${passed} passed, ${failed} failed${others.join('')}`);
process.exit(failed > 0 ? 1 : 0);

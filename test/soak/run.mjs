/**
 * Uses the built service for a while as 64 clients do (test/soak), and reports failures, durations, and the growth of
 * memory and handles. Exit code 1 after a failure, or if growth is above its limit with 95 % confidence. Linux.
 *
 *   npm run soak -- [--minutes 10] [--clients 64] [--per-second 100] [--skills 85]
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/run-built.mjs';
import { runSoak } from './run-soak.mjs';

/** The longest soak: nothing runs for ever. */
const MOST_MINUTES = 24 * 60;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '64' },
    'per-second': { type: 'string', default: '100' },
    skills: { type: 'string', default: '85' },
  },
});
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const [minutes, clients, perSecond, skills] = ['minutes', 'clients', 'per-second', 'skills'].map((name) =>
  Number(values[name]),
);
if (![minutes, clients, perSecond, skills].every((number) => number > 0) || minutes > MOST_MINUTES) {
  console.error(`Every option is a number above 0, and --minutes at most ${MOST_MINUTES}.`);
  process.exit(2);
}
ensureBuilt();
const report = await runSoak({ minutes, clients, perSecond, skills });

console.log(`${report.requests} requests of ${clients} clients in ${minutes} min; ${report.edits} edits`);
console.log(`\n| Route | Requests | p50, ms | p99, ms |\n|---|--:|--:|--:|`);
for (const { route, count, p50, p99 } of report.routes.toSorted((a, b) => a.route.localeCompare(b.route)))
  console.log(`| ${route} | ${count} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
console.log(`\n| Growth per hour | Slope | Standard error | Limit |\n|---|--:|--:|--:|`);
for (const { what, slope, error, limit, isOver } of report.slopes)
  console.log(
    `| ${what} | ${slope.toFixed(1)} | ${error.toFixed(1)} | ${limit.toFixed(0)}${isOver ? ', exceeded' : ''} |`,
  );
console.log(report.failures.length === 0 ? '\nNo failures.' : `\nFailures:\n${report.failures.join('\n')}`);
if (report.failures.length > 0 || report.slopes.some(({ isOver }) => isOver)) process.exitCode = 1;

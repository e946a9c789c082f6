/**
 * Feeds mutated and made-up inputs to everything that reads what others wrote (test/fuzz).
 *
 *   npm run fuzz -- [--minutes 1] [--seed <number>] [--only <target>,…] [--from <input>] [--runs <inputs>]
 *
 * The time is divided among the targets. A finding names its input's number: `--seed`, `--only`, `--from` and
 * `--runs 1` repeat the input alone.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/run-built.mjs';
import { fuzz, prepareFuzz } from './run-fuzz.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    only: { type: 'string' },
    from: { type: 'string', default: '0' },
    runs: { type: 'string' },
  },
});
process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const { worker, targets } = await prepareFuzz();
const only = values.only?.split(',') ?? targets;
const unknown = only.filter((name) => !targets.includes(name));
if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}. There are: ${targets.join(', ')}.`);
  process.exit(2);
}
// The targets `router` and `mcp` start the built service.
ensureBuilt();
const milliseconds = (Number(values.minutes) * 60_000) / only.length;
console.log(`seed ${seed}, ${Math.round(milliseconds / 1_000)} s per target`);
for (const target of only) {
  const runs = values.runs === undefined ? {} : { runs: Number(values.runs) };
  const { inputs, findings } = await fuzz(worker, {
    target,
    seed,
    from: Number(values.from),
    milliseconds,
    ...runs,
  });
  console.log(`${target.padEnd(14)} ${String(inputs).padStart(8)} inputs, ${findings.length} findings`);
  for (const { number, what, input } of findings) {
    console.log(`  npm run fuzz -- --seed ${seed} --only ${target} --from ${number} --runs 1\n  ${what}`);
    if (input !== '') console.log(`  input, base64: ${input}`);
  }
  if (findings.length > 0) process.exitCode = 1;
}

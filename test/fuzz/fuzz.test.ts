/** @module-tag ci */
import { beforeAll, describe, expect, it } from 'vitest';
import { FUZZ_TARGETS } from './all-targets.ts';
import { inputOf } from './input-of.ts';
import { fuzz, prepareFuzz } from './run-fuzz.mjs';

/** The same inputs in each run; `npm run fuzz` takes others. */
const SEED = 1;
const INPUTS = 60;

describe('everything that reads what others wrote', () => {
  let worker = '';
  beforeAll(async () => {
    ({ worker } = await prepareFuzz());
  });

  it.each(FUZZ_TARGETS.map(({ name }) => name))('keeps its promises for any input: %s', async (target) => {
    const { inputs, findings } = await fuzz(worker, { target, seed: SEED, runs: INPUTS });
    expect(
      findings.map(({ number, what }) => `--seed ${SEED} --only ${target} --from ${number}: ${what}`),
    ).toEqual([]);
    expect(inputs).toBe(INPUTS);
  });
});

it('repeats an input by its seed and number', () => {
  const target = { name: 'a', words: ['word'] };
  const seeds = [{ name: 'file', bytes: Buffer.from('{"a":[1,2,3]}\n'.repeat(5)) }];
  const inputs = (seed: number) =>
    Array.from({ length: 30 }, (_, number) => inputOf(target, seeds, seed, number).bytes.toString('latin1'));
  expect(inputs(7)).toEqual(inputs(7));
  expect(inputs(7)).not.toEqual(inputs(8));
});

import fc from 'fast-check';
import type { FuzzTarget, SeedInput } from './fuzz-target.ts';
import { mutate } from './mutate.ts';
import { createRandom, inputSeed } from './random.ts';

const MADE_EVERY = 4;

/** Depends on the run's seed, the target and the number alone, so that a single input can be repeated. */
export function inputOf(
  { made, words, name }: Pick<FuzzTarget, 'made' | 'words' | 'name'>,
  seeds: readonly SeedInput[],
  runSeed: number,
  number: number,
): SeedInput {
  const seed = inputSeed(runSeed, name, number);
  const random = createRandom(seed);
  const picked = random.pick(seeds);
  if (made !== undefined && number % MADE_EVERY === 0)
    return { name: picked.name, bytes: Buffer.from(fc.sample(made, { seed, numRuns: 1 })[0] ?? '') };
  // The real inputs themselves come first.
  const real = number % 2 === 1 ? seeds[number >> 1] : undefined;
  const others = seeds.map(({ bytes }) => bytes);
  return real ?? { name: picked.name, bytes: mutate(random, picked.bytes, others, words) };
}

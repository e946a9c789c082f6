/** Deterministic random numbers for an input: the same seed gives the same input. */
export interface Random {
  /** Integer from 0 to `below` - 1. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** SplitMix32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return {
    int: (below) => next() % below,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('There is nothing to pick from.');
      return list[next() % list.length] as T;
    },
  };
}

/** Seed of an input, from the run's seed, the target's name and the input's number (FNV-1a). */
export function inputSeed(seed: number, target: string, number: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed} ${target} ${number}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

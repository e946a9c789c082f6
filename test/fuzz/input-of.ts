import fc from 'fast-check';
import type { FuzzTarget, SeedInput } from './fuzz-target.ts';

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

const MAX_BYTES = 128 * 1024;
const MOST_CHANGES = 6;
/** Ends of ranges, signs, characters that parsers treat specially. */
const COMMON_WORDS = [
  ...['__proto__', 'constructor', 'toString', 'null', 'true', '-1', '0', '1e999', '9007199254740993'],
  ...['\0', '\r', '\n', '\r\n', '\t', '\\', '"', "'", '\uFEFF', '\u2028', '\u202E', '\uD800', 'é', '😀'],
  ...['../', '/', '..\\', '%2e%2e%2f', '{', '}', '[', ']', '(', ')', '<', '>', '#', ':', ',', ';', '='],
];

/** One to six changes of a real input. */
function mutate(random: Random, input: Buffer, others: readonly Buffer[], words: readonly string[]): Buffer {
  let bytes = random.int(3) === 0 ? (mutateJson(random, input) ?? input) : input;
  for (let left = 1 + random.int(MOST_CHANGES); left > 0; left -= 1)
    bytes = random.pick(CHANGES)(random, bytes, others, words);
  return bytes.subarray(0, MAX_BYTES);
}

type Change = (random: Random, bytes: Buffer, others: readonly Buffer[], words: readonly string[]) => Buffer;

const CHANGES: readonly Change[] = [
  function flipBits(random, bytes) {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) {
      const at = random.int(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.int(8));
    }
    return changed;
  },
  function setByte(random, bytes) {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[random.int(changed.length)] = random.int(256);
    return changed;
  },
  function insertWord(random, bytes, _others, words) {
    return splice(bytes, random.int(bytes.length + 1), 0, wordBytes(random, words));
  },
  function replaceByWord(random, bytes, _others, words) {
    return splice(bytes, random.int(bytes.length + 1), random.int(12), wordBytes(random, words));
  },
  function removeRange(random, bytes) {
    const at = random.int(bytes.length + 1);
    return splice(bytes, at, rangeLength(random, bytes.length - at), Buffer.alloc(0));
  },
  function repeatRange(random, bytes) {
    const at = random.int(bytes.length + 1);
    const range = bytes.subarray(at, at + rangeLength(random, bytes.length - at));
    const times = random.pick([1, 2, 3, 100, 2_000]);
    const repeated = Buffer.alloc(Math.min(range.length * times, MAX_BYTES), range);
    return splice(bytes, at, 0, range.length === 0 ? range : repeated);
  },
  function takeFromOther(random, bytes, others) {
    const other = random.pick(others);
    const from = random.int(other.length + 1);
    const taken = other.subarray(from, from + rangeLength(random, other.length - from));
    return splice(bytes, random.int(bytes.length + 1), random.int(2) * taken.length, taken);
  },
  function cutEnd(random, bytes) {
    return bytes.subarray(0, random.int(bytes.length + 1));
  },
  function exchangeLines(random, bytes) {
    const lines = bytes.toString('latin1').split('\n');
    const [a, b] = [random.int(lines.length), random.int(lines.length)];
    const exchanged = lines.with(a, lines[b] ?? '').with(b, lines[a] ?? '');
    return Buffer.from(exchanged.join('\n'), 'latin1');
  },
];

function splice(bytes: Buffer, at: number, removed: number, added: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + removed)]).subarray(0, MAX_BYTES);
}

/** Mostly short. */
function rangeLength(random: Random, most: number): number {
  return Math.min(most, 1 + random.int(random.pick([4, 16, 256, 4_096])));
}

function wordBytes(random: Random, words: readonly string[]): Buffer {
  const word = random.pick(words.length > 0 && random.int(2) === 0 ? words : COMMON_WORDS);
  return Buffer.from(word.repeat(random.int(40) === 0 ? 3_000 : 1));
}

/** Another value at one place of a JSON document; undefined for other texts. */
function mutateJson(random: Random, input: Buffer): Buffer | undefined {
  let value: unknown;
  try {
    value = JSON.parse(input.toString('utf8'));
  } catch {
    return undefined;
  }
  const changed = changedValue(random, value, value);
  return Buffer.from(JSON.stringify(changed, undefined, random.pick([undefined, '  ', '\t'])) ?? '');
}

function changedValue(random: Random, value: unknown, root: unknown): unknown {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0 || random.int(5) === 0) return unusualValue(random, value, root);
  const [key, member] = random.pick(members);
  const now = changedValue(random, member, root);
  if (Array.isArray(value)) return value.with(Number(key), now);
  const name = random.int(6) === 0 ? random.pick(COMMON_WORDS) : key;
  return Object.fromEntries([...members.filter(([other]) => other !== name), [name, now]]);
}

function unusualValue(random: Random, value: unknown, root: unknown): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => [],
    () => ({}),
    () => random.pick([0, -1, 0.5, 1e21, Number.MAX_SAFE_INTEGER + 1, 1e308]),
    () => random.pick(COMMON_WORDS),
    () => 'a'.repeat(20_000),
    () => [value],
    () => ({ value }),
    () => Array.from({ length: 300 }, () => value),
    () => nested(random.pick([10, 99, 101, 3_000]), value),
    () => root,
    () =>
      JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  ])();
}

function nested(depth: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

interface Random {
  /** Integer from 0 to `below` - 1. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** SplitMix32. */
function createRandom(seed: number): Random {
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
function inputSeed(seed: number, target: string, number: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed} ${target} ${number}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

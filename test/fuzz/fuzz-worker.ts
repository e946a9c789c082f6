/** Runs the inputs of a target in a thread, which the watchdog can end. */
import { parentPort, workerData } from 'node:worker_threads';
import { FUZZ_TARGETS } from './all-targets.ts';
import { inputOf } from './input-of.ts';

export interface FuzzRequest {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  /** Inputs, unless the time ends first. */
  readonly runs: number;
  readonly milliseconds: number;
  /** Holds the number of the present input, for the watchdog. */
  readonly present: Int32Array;
}

export interface Finding {
  readonly number: number;
  readonly what: string;
  /** Base64, at most 6 kB. */
  readonly input: string;
}

/** Different failures that are worth to be listed. */
const MOST_FINDINGS = 20;
const SHOWN_BYTES = 6_000;

const request = workerData as FuzzRequest;

/** Without the parts that differ between inputs. */
function kindOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return stack.startsWith('Error: Broken promise')
    ? (stack.split('\n')[0]?.slice(0, 60) ?? '')
    : frames.slice(0, 2).join();
}

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const namesOfPrototypes = () => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).length).join();

async function run(): Promise<void> {
  const target = FUZZ_TARGETS.find(({ name }) => name === request.target);
  if (target === undefined) throw new Error(`There is no target ${request.target}.`);
  const seeds = target.seeds();
  const opened = await target.open?.();
  const check = opened?.check ?? target.check;
  if (check === undefined) throw new Error(`The target ${target.name} checks nothing.`);
  const findings = new Map<string, Finding>();
  const before = namesOfPrototypes();
  const endsAt = performance.now() + request.milliseconds;
  let number = request.from;
  for (; number < request.from + request.runs && performance.now() < endsAt; number += 1) {
    Atomics.store(request.present, 0, number);
    const { name, bytes } = inputOf(target, seeds, request.seed, number);
    try {
      await check(bytes, name);
      if (namesOfPrototypes() !== before) throw new Error('Broken promise: no prototype is changed');
    } catch (error) {
      const what = `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      const kind = kindOf(error);
      if (findings.size < MOST_FINDINGS && !findings.has(kind))
        findings.set(kind, { number, what, input: bytes.subarray(0, SHOWN_BYTES).toString('base64') });
    }
  }
  await opened?.close();
  parentPort?.postMessage({ inputs: number - request.from, findings: [...findings.values()] });
}

await run();

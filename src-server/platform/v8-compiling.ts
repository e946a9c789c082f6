import { setFlagsFromString } from 'node:v8';

/**
 * What the program does now, which decides what V8 compiles to machine code. `budget` is the bytes of bytecode that a function
 * runs before that, `inlined` the bytes that V8 takes into it from what it calls, besides very small functions.
 */
const COMPILING = {
  /** Most commands end before what is compiled has saved the time that compiling takes. */
  command: { budget: 1_000_000 },
  /**
   * A service starts: most functions run for a second and never again, and compiling those, on four threads, was a quarter
   * of the processor time.
   */
  start: { budget: 400_000 },
  /** The words of a small registry are made: too few texts to give back the time of compiling with what is called. */
  wordsOfFew: { inlined: 0 },
  /** The words are known, as V8 has it by itself. */
  known: { inlined: 920 },
  /** Many requests came: V8's own budget again. */
  manyRequests: { budget: 67_584 },
} satisfies Record<string, { readonly budget?: number; readonly inlined?: number }>;

/**
 * Only V8 11 of Node 20 is told. A later one, also Electron's, has no such budget, and would write "unrecognized flag" to the
 * standard error; with what it has instead, a start took no less.
 */
const isTold = process.versions.v8.startsWith('11.');

/** Has V8 compile as is best for what the program does now, in all its threads. */
export function compileFor(work: keyof typeof COMPILING): void {
  if (!isTold) return;
  const { budget, inlined }: { readonly budget?: number; readonly inlined?: number } = COMPILING[work];
  if (budget !== undefined) setFlagsFromString(`--interrupt-budget=${budget}`);
  if (inlined !== undefined) setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${inlined}`);
}

import type fc from 'fast-check';

/** A real input; readers of several formats choose by the name. */
export interface SeedInput {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Code that reads what others wrote. */
export interface FuzzTarget {
  readonly name: string;
  /** At least one. */
  readonly seeds: () => readonly SeedInput[];
  /** Words of the format, inserted into inputs. */
  readonly words: readonly string[];
  /** Further inputs, made from nothing; every fourth input. */
  readonly made?: fc.Arbitrary<string>;
  /** Once before the first input; `close` ends started processes and removes files. */
  readonly open?: () => Promise<OpenTarget>;
  /** Throws if a promise is broken. */
  readonly check?: (input: Buffer, name: string) => unknown;
}

export interface OpenTarget {
  check(input: Buffer, name: string): unknown;
  close(): Promise<void>;
}

/** Throws unless the promise holds. */
export function promise(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Broken promise: ${what}`);
}

export function text(input: Buffer): string {
  return input.toString('utf8');
}

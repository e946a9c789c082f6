/** One zone's rules, as import-walls.mjs says. */
export interface Zone {
  readonly files: string;
  readonly imports: readonly string[];
  readonly types?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly packages: readonly string[];
  readonly node: 'none' | 'no files' | 'all';
  readonly openFiles?: readonly string[];
}

export const zones: readonly Zone[];

/**
 * The sources under `root`, and a sentence for each import that no wall lets through, each circle of imports and each state
 * of a module.
 */
export function checkWalls(root: string): {
  readonly files: readonly string[];
  readonly refusals: readonly string[];
};

/** What each source under `root` imports of the others: paths from the project's folder. */
export function readImports(root: string): ReadonlyArray<{
  readonly file: string;
  readonly imports: ReadonlyArray<{ readonly target: string; readonly typeOnly: boolean }>;
}>;

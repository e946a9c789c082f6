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

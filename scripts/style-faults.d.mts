/** A sentence for each fault; `sources` are the texts of the page's sources by their path from the project's root. */
export function findStyleFaults(sources: ReadonlyMap<string, string>): readonly string[];

/** The style sheets under `root`, which ends in a slash, and their faults. */
export function checkStyles(root: string): {
  readonly sheets: readonly string[];
  readonly faults: readonly string[];
};

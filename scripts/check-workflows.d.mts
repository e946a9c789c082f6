/** The workflows under `root`, which ends in a slash, and a sentence for each of their faults. */
export function checkWorkflows(
  root: string,
): Promise<{ readonly files: readonly string[]; readonly faults: readonly string[] }>;

/** Throws with every objection to a packed app's resources folder; prints its size. */
export function checkPackage(resources: string): {
  readonly files: readonly string[];
  readonly kilobytes: number;
};

/** Throws with every objection to a packed app's folder; prints its size. */
export function checkPackage(
  folder: string,
  platform?: NodeJS.Platform,
): {
  readonly files: readonly string[];
  readonly kilobytes: number;
};

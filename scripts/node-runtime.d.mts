/** Which Node, and the sums of its archives by system, such as `linux-x64`. */
export interface NodePins {
  readonly version: string;
  /** Where nodejs.org's folders are: below it `v<version>/<name>`. */
  readonly from: string;
  readonly archives: Readonly<Record<string, { readonly name: string; readonly sha256: string }>>;
}

/**
 * Puts the official Node of a system, and its licence, into a folder. Rejects where it can't be had, or has another sum.
 *
 * @param pins default: what node-runtime.json says
 */
export function placeOfficialNode(
  target: string,
  folder: string,
  pins?: NodePins,
): Promise<{ readonly node: string; readonly version: string }>;

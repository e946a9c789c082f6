/** First releases with unpredictable hashes of digit strings (CVE-2026-21717). */
const FIXED: Readonly<Record<number, readonly [minor: number, patch: number]>> = {
  20: [20, 2],
  22: [22, 2],
  24: [14, 1],
  25: [8, 2],
};

/**
 * Warns if a request could slow down Node's hash tables.
 *
 * @param node version: 20.19.0
 */
export function warnOfOldNode(node: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = node.split('.').map((part) => Number.parseInt(part, 10));
  const fixed = FIXED[major] ?? [0, 0];
  const isFixed = major > 25 || minor > fixed[0] || (minor === fixed[0] && patch >= fixed[1]);
  if (isFixed && (major in FIXED || major > 25)) return undefined;
  const newer = major in FIXED ? `${major}.${fixed.join('.')}` : '24.14.1';
  return `Node ${node} has a flaw (CVE-2026-21717) by which one request can silence this service for seconds. Use Node ${newer} or newer.`;
}

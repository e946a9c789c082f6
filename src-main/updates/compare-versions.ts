/** See https://semver.org/spec/v2.0.0.html#spec-item-11. */

/** Build metadata has no order. Numbers fit into a double. */
const VERSION =
  /^(?<core>(?:0|[1-9]\d{0,14})\.(?:0|[1-9]\d{0,14})\.(?:0|[1-9]\d{0,14}))(?:-(?<pre>(?:0|[1-9]\d{0,14}|\d*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9]\d{0,14}|\d*[A-Za-z-][0-9A-Za-z-]*))*))?$/;
const MAX_LENGTH = 100;

/** Checks untrusted text; other functions require versions. */
export function isVersion(text: string): boolean {
  return text.length <= MAX_LENGTH && VERSION.test(text);
}

/** Negative if `a` precedes `b`. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parts(a), parts(b)];
  return (
    compareLists(first.core, second.core) ||
    // A prerelease precedes the release.
    Number(first.pre.length === 0) - Number(second.pre.length === 0) ||
    compareLists(first.pre, second.pre)
  );
}

function parts(version: string): { readonly core: readonly string[]; readonly pre: readonly string[] } {
  const { core = '', pre } = VERSION.exec(version)?.groups ?? {};
  return { core: core.split('.'), pre: pre === undefined ? [] : pre.split('.') };
}

/** With a common start, the longer list is greater. */
function compareLists(a: readonly string[], b: readonly string[]): number {
  const differing = a.findIndex((part, index) => part !== b[index]);
  const [left, right] = [a[differing], b[differing]];
  if (left === undefined || right === undefined) return a.length - b.length;
  return compareParts(left, right);
}

/** Numbers by value and before words; words by code units. */
function compareParts(a: string, b: string): number {
  const [left, right] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (left && right) return Number(a) - Number(b);
  if (left !== right) return left ? -1 : 1;
  return a < b ? -1 : 1;
}

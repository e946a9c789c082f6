/** Which files of a folder belong to a skill. Pure. */

export const MANIFEST = 'skill.json';
const EXAMPLES = 'examples';

/** What a path (relative to the skill's folder, `/` between segments) is to a skill; undefined where it is no part. */
export function partOf(path: string): 'manifest' | 'knowledge' | 'example' | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => segment.startsWith('.'))) return undefined;
  if (path === MANIFEST) return 'manifest';
  if (segments.length === 1) return /\.md$/i.test(path) ? 'knowledge' : undefined;
  return segments[0] === EXAMPLES ? 'example' : undefined;
}

/** Whether a folder (`examples/server`) can hold a part of a skill. */
export function mayHoldParts(folder: string): boolean {
  return partOf(`${folder}/file`) !== undefined;
}

const RANK = { manifest: 0, knowledge: 1, example: 2 } as const;

/** skill.json first, then the knowledge files, then the examples, each by name. */
export function compareParts(a: string, b: string): number {
  const [left, right] = [partOf(a) ?? 'example', partOf(b) ?? 'example'];
  return RANK[left] - RANK[right] || (a < b ? -1 : 1);
}

/** What of a folder is left out, at its top level, by name; what the system hides there is not worth a word. */
export function leftOutOf(paths: readonly string[]): readonly string[] {
  const names = paths
    .filter((path) => partOf(path) === undefined && !path.split('/').some((name) => name.startsWith('.')))
    .map((path) => path.replace(/\/.*$/, '/'));
  return [...new Set(names)].sort();
}

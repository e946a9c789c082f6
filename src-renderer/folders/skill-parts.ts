export const MANIFEST = 'skill.json';
const EXAMPLES = 'examples';

/** Relative to the skill's folder, with `/`. */
export function partOf(path: string): 'manifest' | 'knowledge' | 'example' | undefined {
  const segments = path.split('/');
  if (segments.some((segment) => segment.startsWith('.'))) return undefined;
  if (path === MANIFEST) return 'manifest';
  if (segments.length === 1) return /\.md$/i.test(path) ? 'knowledge' : undefined;
  return segments[0] === EXAMPLES ? 'example' : undefined;
}

/** Accepts folders such as `examples/server`. */
export function mayHoldParts(folder: string): boolean {
  return partOf(`${folder}/file`) !== undefined;
}

const RANK = { manifest: 0, knowledge: 1, example: 2 } as const;

/** skill.json, knowledge files, examples, each by name. */
export function compareParts(a: string, b: string): number {
  const [left, right] = [partOf(a) ?? 'example', partOf(b) ?? 'example'];
  return RANK[left] - RANK[right] || (a < b ? -1 : 1);
}

/** Top level, without hidden files. */
export function leftOutOf(paths: readonly string[]): readonly string[] {
  const names = paths
    .filter((path) => partOf(path) === undefined && !path.split('/').some((name) => name.startsWith('.')))
    .map((path) => path.replace(/\/.*$/, '/'));
  return [...new Set(names)].sort();
}

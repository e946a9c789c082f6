import { type Language, PRIORITIES, type Priority } from '../contract/api/api.ts';
import { isExample } from '../contract/api/standard-files.ts';
import type { FileFact } from './checked-skill.ts';

export const EXAMPLE_EXTENSIONS: Readonly<Record<Language, string>> = {
  cpp: 'cpp',
  rust: 'rs',
  python: 'py',
  go: 'go',
  js: 'js',
};

/** Extension in any case. */
function isRootMarkdown(path: string): boolean {
  return !path.includes('/') && /\.md$/i.test(path);
}

/** Served only under `examples/`: probably a mistake. */
export function isOtherMarkdown(path: string): boolean {
  return /\.(?:markdown|mdown|mkdn?|mdwn|mdtxt|mdtext)$/i.test(path);
}

/** Markdown and examples, no dot-files. */
export function isKnowledgeFile(path: string): boolean {
  return (
    (/\.md$/i.test(path) || isExample(path)) &&
    path.split('/').every((part) => part !== '' && !part.startsWith('.'))
  );
}

/** Served if listed in `files`. */
export function isFolderMarkdown(path: string): boolean {
  return isKnowledgeFile(path) && !isRootMarkdown(path) && !isExample(path);
}

/** `./overview.md` becomes `overview.md`. */
export function relativePath(listed: string): string {
  return listed.replace(/^(?:\.\/+)+/, '');
}

export function isKnowledgeMarkdown(path: string): boolean {
  return isKnowledgeFile(path) && /\.md$/i.test(path);
}

interface ListedFile {
  readonly priority: Priority;
  readonly index: number;
  readonly path: string;
}

/** By priority. The schema reports other types. */
export function listedFiles(manifest: Readonly<Record<string, unknown>>): ListedFile[] {
  const files = manifest['files'];
  if (typeof files !== 'object' || files === null) return [];
  return PRIORITIES.flatMap((priority) =>
    stringItems((files as Readonly<Record<string, unknown>>)[priority]).map(({ index, value }) => ({
      priority,
      index,
      path: relativePath(value),
    })),
  );
}

interface UnknownList {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Such as `p1`. */
export function unknownLists(manifest: Readonly<Record<string, unknown>>): UnknownList[] {
  const files = manifest['files'];
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return [];
  return Object.entries(files)
    .filter(([name]) => !PRIORITIES.some((priority) => priority === name))
    .map(([name, list]) => ({
      name,
      paths: stringItems(list).map(({ value }) => relativePath(value)),
    }));
}

export function stringItems(value: unknown): Array<{ index: number; value: string }> {
  if (!Array.isArray(value)) return [];
  const items: Array<{ index: number; value: string }> = [];
  for (const [index, item] of (value as readonly unknown[]).entries())
    if (typeof item === 'string') items.push({ index, value: item });
  return items;
}

/** Empty files count as missing. */
export function presentPaths(files: readonly FileFact[]): ReadonlySet<string> {
  return new Set(files.filter(({ size }) => size > 0).map(({ path }) => path));
}

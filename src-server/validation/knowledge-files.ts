import { type Language, PRIORITIES, type Priority } from '../contract/api/api.ts';
import { ownMember } from '../contract/api/json-object.ts';
import { isExample } from '../contract/api/standard-files.ts';
import type { FileFact } from './checked-skill.ts';

export const EXAMPLE_EXTENSIONS: Readonly<Record<Language, string>> = {
  cpp: 'cpp',
  rust: 'rs',
  python: 'py',
  go: 'go',
  js: 'js',
};

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
  return isKnowledgeFile(path) && path.includes('/') && !isExample(path);
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
export function listedFiles({ files }: Readonly<Record<string, unknown>>): ListedFile[] {
  return PRIORITIES.flatMap((priority) =>
    stringItems(ownMember(files, priority)).map(({ index, value }) => ({
      priority,
      index,
      path: relativePath(value),
    })),
  );
}

export function stringItems(value: unknown): Array<{ index: number; value: string }> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => (typeof item === 'string' ? [{ index, value: item }] : []));
}

/** Empty files count as missing. */
export function presentPaths(files: readonly FileFact[]): ReadonlySet<string> {
  return new Set(files.filter(({ size }) => size > 0).map(({ path }) => path));
}

/** Questions about a skill's own knowledge files. */
import { type Language, PRIORITIES, type Priority } from '../contract/api/api.ts';
import { isExample } from '../contract/api/standard-files.ts';
import type { FileFact } from './checked-skill.ts';

/** What an example's name ends in, by language. */
export const EXAMPLE_EXTENSIONS: Readonly<Record<Language, string>> = {
  cpp: 'cpp',
  rust: 'rs',
  python: 'py',
  go: 'go',
  js: 'js',
};

/** Markdown in the skill's folder itself; the extension in any case. */
export function isRootMarkdown(path: string): boolean {
  return !path.includes('/') && /\.md$/i.test(path);
}

/** Markdown by another extension: never served outside of `examples/`, but likely meant to be. */
export function isOtherMarkdown(path: string): boolean {
  return /\.(?:markdown|mdown|mkdn?|mdwn|mdtxt|mdtext)$/i.test(path);
}

/**
 * What is served: markdown in the folder, everything under `examples/`, and markdown in other folders if `files` lists
 * it; never a dot-file.
 */
export function isKnowledgeFile(path: string): boolean {
  return (
    (/\.md$/i.test(path) || isExample(path)) &&
    path.split('/').every((part) => part !== '' && !part.startsWith('.'))
  );
}

/** Markdown in a folder other than `examples/`: served only if `files` lists it. */
export function isFolderMarkdown(path: string): boolean {
  return isKnowledgeFile(path) && !isRootMarkdown(path) && !isExample(path);
}

/** A path of `files` or `read_order`, from the skill's folder: `./overview.md` is `overview.md`. */
export function relativePath(listed: string): string {
  return listed.replace(/^(?:\.\/+)+/, '');
}

/** Knowledge files that markdown rules are about: examples are code, but a markdown file among them counts too. */
export function isMarkdown(path: string): boolean {
  return isKnowledgeFile(path) && /\.md$/i.test(path);
}

/** One path of `files` in skill.json. */
export interface ListedFile {
  readonly priority: Priority;
  readonly index: number;
  readonly path: string;
}

/** All paths of `files`, in priority order; what isn't a string is the schema's to report. */
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

/** A member of `files` that is no priority. */
export interface UnknownList {
  readonly name: string;
  /** The strings in it, where it is a list. */
  readonly paths: readonly string[];
}

/** The members of `files` that the specification has no name for, such as `p1`. */
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

/** The strings of an array with their places; nothing for anything but an array. */
export function stringItems(value: unknown): Array<{ index: number; value: string }> {
  if (!Array.isArray(value)) return [];
  const items: Array<{ index: number; value: string }> = [];
  for (const [index, item] of (value as readonly unknown[]).entries())
    if (typeof item === 'string') items.push({ index, value: item });
  return items;
}

/** Paths that hold something: an empty file says nothing. */
export function presentPaths(files: readonly FileFact[]): ReadonlySet<string> {
  return new Set(files.filter(({ size }) => size > 0).map(({ path }) => path));
}

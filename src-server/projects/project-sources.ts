/** Gives readers the files of a project, and what they need to look into parsed values. */

import type { UnreadFile } from '../contract/api.ts';

/** Returns the folder of a path. All paths here are relative, with `/` between names; the root is ''. */
export function dirname(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the nearest of some folders at or above `folder`. */
export function coveringFolder(folder: string, folders: ReadonlySet<string>): string | undefined {
  for (let above = folder; ; above = dirname(above)) {
    if (folders.has(above)) return above;
    if (above === '') return undefined;
  }
}

/** Resolves a path from a folder. It is undefined if it is absolute or leads outside. */
export function resolvePath(folder: string, path: string): string | undefined {
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) return undefined;
  const parts: string[] = folder === '' ? [] : folder.split('/');
  for (const part of slashed.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

export type Table = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function tableOf(value: unknown): Table {
  return isTable(value) ? value : {};
}

/** Returns the value at a path of own properties: `__proto__` and `constructor` are ordinary keys. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (!isTable(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

export function tableAt(value: unknown, ...keys: readonly string[]): Table {
  return tableOf(valueAt(value, ...keys));
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...keys);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

export function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

export type FileText =
  | { readonly ok: true; readonly text: string }
  /** The reason follows the path, as in "is a link". */
  | { readonly ok: false; readonly reason: string };

export interface FoundFiles {
  readonly paths: readonly string[];
  readonly leftOut: readonly UnreadFile[];
}

/**
 * The files of a project, by relative path. Readers know nothing else, so that they also run over files
 * dropped on a page.
 */
export interface ProjectFiles extends FoundFiles {
  read(path: string): Promise<FileText>;
}

/**
 * The files of a project as readers see them. Whatever can’t be read or parsed becomes a problem with the
 * file’s path, and the reader goes on without it.
 */
export class ProjectSources {
  readonly paths: readonly string[];
  readonly problems: UnreadFile[];
  readonly #files: ProjectFiles;
  readonly #known: ReadonlySet<string>;

  constructor(files: ProjectFiles) {
    this.#files = files;
    this.#known = new Set(files.paths);
    this.paths = [...this.#known].sort();
    this.problems = [...files.leftOut];
  }

  has(path: string): boolean {
    return this.#known.has(path);
  }

  named(pattern: RegExp): readonly string[] {
    return this.paths.filter((path) => pattern.test(basename(path)));
  }

  /**
   * Parses a file. The result is undefined if it is missing, or if it can’t be read or parsed: then it is
   * among the problems.
   */
  async parse<T>(path: string, parser: (text: string) => T): Promise<T | undefined> {
    if (!this.has(path)) return undefined;
    const result = await this.#files
      .read(path)
      .catch((error): FileText => ({ ok: false, reason: `can’t be read: ${firstLine(error)}` }));
    const text = result.ok ? result.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') : '';
    const hasConflict = /^<{7}(?: .*)?$/m.test(text) && /^>{7}(?: .*)?$/m.test(text);
    const refusal = result.ok ? hasConflict && 'has merge conflict markers' : result.reason;
    try {
      if (!refusal) return parser(text);
      this.unread(path, refusal);
    } catch (error) {
      this.unread(path, `can’t be parsed: ${firstLine(error)}`);
    }
    return undefined;
  }

  /** Parses all files of a name, by path. Those that can’t be read are among the problems. */
  async parseNamed<T>(
    name: RegExp,
    parser: (text: string, path: string) => T,
  ): Promise<ReadonlyMap<string, T>> {
    const found = new Map<string, T>();
    for (const path of this.named(name)) {
      const parsed = await this.parse(path, (text) => parser(text, path));
      if (parsed !== undefined) found.set(path, parsed);
    }
    return found;
  }

  unread(file: string, reason: string): void {
    if (this.problems.some((other) => other.file === file && other.reason === reason)) return;
    this.problems.push({ file, reason });
  }

  /** Reports a format that is newer than the newest known one, as which it is read. */
  checkFormat(file: string, format: unknown, newest: number): void {
    if (Math.floor(Number.parseFloat(String(format))) > newest)
      this.unread(file, `has the unknown format ${format}, read as ${newest}`);
  }
}

export const parseJson = (text: string): unknown => JSON.parse(text);

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}

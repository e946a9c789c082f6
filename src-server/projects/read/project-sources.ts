import type { UnreadFile } from '../../contract/api/project.ts';
import { basename } from './file-paths.ts';
import type { FileText, ProjectFiles } from './project-files.ts';

/** Of all files together. */
const MAX_PROJECT_BYTES = 96 * 1024 * 1024;

/** Reads each text once; normalises line ends and marks. */
export class ProjectSources {
  readonly paths: readonly string[];
  readonly problems: UnreadFile[];
  readonly #files: ProjectFiles;
  readonly #known: ReadonlySet<string>;
  readonly #texts = new Map<string, Promise<string | undefined>>();
  #length = 0;

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

  /** Undefined if missing or unreadable. */
  text(path: string): Promise<string | undefined> {
    if (!this.has(path)) return Promise.resolve(undefined);
    const text = this.#texts.get(path) ?? this.#read(path);
    this.#texts.set(path, text);
    return text;
  }

  /** If the parser throws, lists the file in `unread`. */
  async parse<T>(path: string, parser: (text: string) => T): Promise<T | undefined> {
    const text = await this.text(path);
    if (text === undefined) return undefined;
    try {
      return parser(text);
    } catch (error) {
      this.unread(path, `can’t be parsed: ${firstLine(error)}`);
      return undefined;
    }
  }

  /** By path, of files with a name; the unreadable ones are in `unread`. */
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

  /** Ignores repetitions. */
  unread(file: string, reason: string): void {
    if (this.problems.some((other) => other.file === file && other.reason === reason)) return;
    this.problems.push({ file, reason });
  }

  async #read(path: string): Promise<string | undefined> {
    const result = await this.#files
      .read(path)
      .catch((error): FileText => ({ ok: false, reason: `can’t be read: ${firstLine(error)}` }));
    const text = result.ok ? result.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n') : '';
    this.#length += text.length;
    const reason = result.ok ? this.#refusal(text) : result.reason;
    if (reason === undefined) return text;
    this.unread(path, reason);
    return undefined;
  }

  #refusal(text: string): string | undefined {
    if (this.#length > MAX_PROJECT_BYTES)
      return `was left out: the project’s files together exceed ${MAX_PROJECT_BYTES / 2 ** 20} MiB`;
    const hasConflict = /^<{7}(?: .*)?$/m.test(text) && /^>{7}(?: .*)?$/m.test(text);
    return hasConflict ? 'has merge conflict markers' : undefined;
  }
}

export const parseJson = (text: string): unknown => JSON.parse(text);

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}

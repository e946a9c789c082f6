import type { UnreadFile } from '../../contract/api.ts';
import { basename } from './file-paths.ts';
import type { FileText, ProjectFiles } from './project-files.ts';

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

  /** Undefined if missing; also if unreadable or the parser throws, then the file is in `unread`. */
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

  unread(file: string, reason: string): void {
    if (this.problems.some((other) => other.file === file && other.reason === reason)) return;
    this.problems.push({ file, reason });
  }

  /** Names a format newer than the newest known, as which it is read. */
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

import type { UnreadFile } from '../../contract/api/project.ts';
import type { FileText, ProjectFiles } from '../project-packages.ts';
import { MAX_PROJECT_BYTES, MAX_UNREAD } from './project-limits.ts';

/** Reads each text once; normalises line ends and marks. */
export class ProjectSources {
  readonly paths: readonly string[];
  readonly #files: ProjectFiles;
  readonly #known: ReadonlySet<string>;
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #unread: UnreadFile[];
  #unlisted = 0;
  #length = 0;

  constructor(files: ProjectFiles) {
    this.#files = files;
    this.#known = new Set(files.paths);
    this.paths = [...this.#known].sort();
    this.#unread = [...files.leftOut];
  }

  has(path: string): boolean {
    return this.#known.has(path);
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

  /** Ignores repetitions. */
  unread(file: string, reason: string): void {
    if (this.#unread.some((other) => other.file === file && other.reason === reason)) return;
    if (this.#unread.length < MAX_UNREAD) this.#unread.push({ file, reason });
    else this.#unlisted += 1;
  }

  problems(): readonly UnreadFile[] {
    if (this.#unlisted === 0) return this.#unread;
    return [...this.#unread, { file: '.', reason: `has ${this.#unlisted} more problems` }];
  }

  async #read(path: string): Promise<string | undefined> {
    const result = await this.#files
      .read(path)
      .catch((error): FileText => ({ ok: false, reason: `can’t be read: ${firstLine(error)}` }));
    if (!result.ok) {
      this.unread(path, result.reason);
      return undefined;
    }
    this.#length += result.text.length;
    if (this.#length > MAX_PROJECT_BYTES) {
      this.unread(
        path,
        `was left out: the project’s files together exceed ${MAX_PROJECT_BYTES / 2 ** 20} MiB`,
      );
      return undefined;
    }
    const text = result.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    if (/^<{7}(?: .*)?$/m.test(text) && /^>{7}(?: .*)?$/m.test(text)) {
      this.unread(path, 'has merge conflict markers');
      return undefined;
    }
    return text;
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').slice(0, 200);
}

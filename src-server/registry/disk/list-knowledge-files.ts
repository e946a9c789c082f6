import { relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../../group-by.ts';
import { isAtOrBelow, joinRelative } from '../model/relative-path.ts';
import type { KnowledgeFile } from '../model/skill.ts';
import { codeOf, type DiskReader, type FolderItem } from './disk-reader.ts';
import { isInside, pathIn } from './paths.ts';
import { reportUnnamable } from './walk-skills.ts';

/** Below `examples/`. */
export const MAX_EXAMPLE_DEPTH = 16;
export const MAX_KNOWLEDGE_FILES = 10_000;

interface ListRequest {
  readonly directory: string;
  readonly folder: string;
  readonly items: readonly FolderItem[];
  readonly listed: readonly string[];
  readonly known: ReadonlyMap<string, KnowledgeFile> | undefined;
  readonly onDirectory: (directory: string) => void;
  readonly onUnreadable: (path: string, code: string) => void;
}

interface KnowledgeFiles {
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Servable files: markdown in the skill's folder, everything in `examples/`, listed markdown elsewhere. Skips
 * dot-files and irregular files; reports links out of the folder.
 */
export function listKnowledgeFiles(reader: DiskReader, request: ListRequest): KnowledgeFiles {
  return new KnowledgeFileList(reader, request).list();
}

class KnowledgeFileList {
  readonly #reader: DiskReader;
  readonly #request: ListRequest;
  readonly #found = new Map<string, KnowledgeFile>();
  readonly #diagnostics: Diagnostic[] = [];
  /** Prevents links from multiplying files. */
  readonly #followed: Set<string>;

  constructor(reader: DiskReader, request: ListRequest) {
    this.#reader = reader;
    this.#request = request;
    this.#followed = new Set([request.directory]);
  }

  list(): KnowledgeFiles {
    for (const item of this.#request.items) {
      const isExamples = item.name === 'examples' && (item.kind === 'folder' || item.kind === 'link');
      if (isExamples || (/\.md$/i.test(item.name) && item.kind !== 'folder')) this.#visit(item.name, item, 0);
    }
    this.#visitListed('', this.#request.items, this.#request.listed);
    if (this.#found.size >= MAX_KNOWLEDGE_FILES)
      this.#report('file-limit', '', `more than ${MAX_KNOWLEDGE_FILES} files`);
    return { files: sorted(this.#found), diagnostics: this.#diagnostics };
  }

  #visit(path: string, { name, kind }: FolderItem, depth: number): void {
    if (name.startsWith('.') || this.#found.size >= MAX_KNOWLEDGE_FILES) return;
    if (kind === 'folder') this.#visitFolder(path, pathIn(this.#request.directory, path), depth);
    else if (kind === 'link') this.#tolerating(path, () => this.#visitLink(path, depth));
    else if (kind === 'file') this.#tolerating(path, () => this.#addFile(path));
  }

  #visitFolder(path: string, real: string, depth: number): void {
    if (depth >= MAX_EXAMPLE_DEPTH) {
      this.#report('folder-too-deep', path, `${path} lies deeper than ${MAX_EXAMPLE_DEPTH} folders`);
      return;
    }
    this.#request.onDirectory(real);
    this.#tolerating(path, () => {
      const listing = this.#reader.list(real);
      for (const name of listing?.unnamable ?? []) this.#reportUnnamable(`${path}/${name}`);
      for (const child of listing?.items ?? []) this.#visit(`${path}/${child.name}`, child, depth + 1);
    });
  }

  /** Exact names; no links to folders. */
  #visitListed(folder: string, items: readonly FolderItem[], listed: readonly string[]): void {
    if (listed.length === 0) return;
    const byName = new Map(items.map((item) => [item.name, item]));
    for (const [name, paths] of groupBy(listed, (path) => path.split('/', 1)[0] ?? '')) {
      const item = byName.get(name);
      if (item === undefined || this.#found.size >= MAX_KNOWLEDGE_FILES) continue;
      const path = joinRelative(folder, name);
      const below = paths.filter((deeper) => deeper !== name).map((deeper) => deeper.slice(name.length + 1));
      if (item.kind === 'folder' && below.length > 0) this.#visitListedFolder(path, below);
      else if (folder !== '' && below.length < paths.length) this.#visitListedFile(path, item);
    }
  }

  #visitListedFolder(path: string, listed: readonly string[]): void {
    const real = pathIn(this.#request.directory, path);
    this.#request.onDirectory(real);
    this.#tolerating(path, () => this.#visitListed(path, this.#reader.list(real)?.items ?? [], listed));
  }

  #visitListedFile(path: string, { kind }: FolderItem): void {
    if (kind === 'file') this.#tolerating(path, () => this.#addFile(path));
    else if (kind === 'link') this.#tolerating(path, () => this.#visitLink(path, MAX_EXAMPLE_DEPTH));
  }

  #visitLink(path: string, depth: number): void {
    const { directory, folder } = this.#request;
    const target = this.#reader.realPath(pathIn(directory, path));
    if (target === undefined) return;
    if (!isInside(directory, target)) {
      const message = `${path} is a link that leads out of the skill's folder.`;
      this.#diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
      return;
    }
    if (isPrivate(relative(directory, target))) return;
    const kind = this.#reader.stat(target)?.kind;
    if (kind === 'file') this.#addFile(path, target);
    if (kind !== 'folder' || this.#followed.has(target) || isInside(target, pathIn(directory, path))) return;
    this.#followed.add(target);
    this.#visitFolder(path, target, depth);
  }

  #addFile(path: string, target?: string): void {
    const real = target ?? pathIn(this.#request.directory, path);
    const item = this.#reader.stat(real);
    if (item?.kind !== 'file') return;
    if (item.isRestricted && !this.#reader.canRead(real))
      throw Object.assign(new Error(`${path} may not be read.`), { code: 'EACCES' });
    const { size, mtimeMs, ctimeMs, ino } = item;
    const file = { path, size, mtimeMs, ctimeMs, ino };
    this.#found.set(path, target === undefined ? file : { ...file, target });
  }

  /** Retains known files at unreadable paths. */
  #tolerating(path: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#request.onUnreadable(joinRelative(this.#request.folder, path), codeOf(error));
      for (const [known, file] of this.#request.known ?? [])
        if (isAtOrBelow(path, known)) this.#found.set(known, file);
    }
  }

  #reportUnnamable(path: string): void {
    this.#diagnostics.push(reportUnnamable(joinRelative(this.#request.folder, path)));
  }

  #report(code: 'file-limit' | 'folder-too-deep', path: string, what: string): void {
    const file = joinRelative(this.#request.folder, path);
    this.#diagnostics.push(
      diagnose(code, `${what} in ${this.#request.folder}; the rest is not served.`, {
        ...(file === '' ? {} : { file }),
      }),
    );
  }
}

function sorted(files: ReadonlyMap<string, KnowledgeFile>): ReadonlyMap<string, KnowledgeFile> {
  const paths = [...files.keys()];
  if (paths.every((path, place) => place === 0 || (paths[place - 1] as string) < path)) return files;
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Link targets to hide: the folder itself, skill.json, dot-files. */
function isPrivate(path: string): boolean {
  return path === '' || path === 'skill.json' || path.split(sep).some((segment) => segment.startsWith('.'));
}

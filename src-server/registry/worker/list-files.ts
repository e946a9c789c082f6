import { relative, sep } from 'node:path';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../../group-by.ts';
import { joinRelative } from '../model/relative-path.ts';
import { isInside, pathIn } from '../paths.ts';
import { codeOf, type Disk, type FolderItem, type FoundItem } from './disk.ts';
import { nameInCloud } from './read-text.ts';
import { type FoundSkill, MAX_DEPTH, reportUnnamable } from './walk-skills.ts';

export const MAX_SKILL_FILES = 200;

export interface ListedFile extends FoundItem {
  readonly real: string;
  /** Only its stand-in is here. */
  readonly isInCloud?: true;
}

export interface ListRequest {
  readonly found: FoundSkill;
  /** Markdown that skill.json lists in other folders. */
  readonly listed: readonly string[];
  readonly onDirectory: (directory: string) => void;
  readonly onUnreadable: (path: string, code: string) => void;
}

interface KnowledgeFiles {
  /** By path, in byte order. */
  readonly files: ReadonlyMap<string, ListedFile>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Servable files: markdown in the skill's folder, everything in `examples/`, listed markdown elsewhere. Skips
 * dot-files and irregular files; reports links out of the folder.
 */
export function listFiles(disk: Disk, request: ListRequest): KnowledgeFiles {
  return new FileList(disk, request).list();
}

class FileList {
  readonly #disk: Disk;
  readonly #request: ListRequest;
  readonly #found = new Map<string, ListedFile>();
  readonly #diagnostics: Diagnostic[] = [];
  /** Prevents links from multiplying files. */
  readonly #followed: Set<string>;
  #isFull = false;

  constructor(disk: Disk, request: ListRequest) {
    this.#disk = disk;
    this.#request = request;
    this.#followed = new Set([request.found.directory]);
  }

  list(): KnowledgeFiles {
    const { found, listed } = this.#request;
    for (const item of found.items) {
      const name = nameInCloud(item.name) ?? item.name;
      const isExamples = name === 'examples' && (item.kind === 'folder' || item.kind === 'link');
      if (isExamples || (/\.md$/i.test(name) && item.kind !== 'folder')) this.#visit('', item, 0);
    }
    this.#visitListed('', found.items, listed);
    if (this.#isFull) this.#report('file-limit', '', `more than ${MAX_SKILL_FILES} files`);
    return {
      files: new Map([...this.#found].sort(([a], [b]) => (a < b ? -1 : 1))),
      diagnostics: this.#diagnostics,
    };
  }

  #visit(folder: string, { name, kind }: FolderItem, depth: number): void {
    const stoodFor = nameInCloud(name);
    const path = joinRelative(folder, name);
    if (stoodFor !== undefined && kind === 'file')
      this.#tolerating(path, () => this.#addFile(joinRelative(folder, stoodFor), path));
    if (name.startsWith('.')) return;
    if (kind === 'folder') this.#visitFolder(path, pathIn(this.#request.found.directory, path), depth);
    else if (kind === 'link') this.#tolerating(path, () => this.#visitLink(path, depth));
    else if (kind === 'file') this.#tolerating(path, () => this.#addFile(path));
  }

  #visitFolder(path: string, real: string, depth: number): void {
    if (depth >= MAX_DEPTH) {
      this.#report('folder-too-deep', path, `${path} lies deeper than ${MAX_DEPTH} folders`);
      return;
    }
    this.#request.onDirectory(real);
    this.#tolerating(path, () => {
      const listing = this.#disk.list(real);
      for (const name of listing?.unnamable ?? [])
        this.#diagnostics.push(reportUnnamable(joinRelative(this.#request.found.folder, `${path}/${name}`)));
      for (const child of listing?.items ?? []) this.#visit(path, child, depth + 1);
    });
  }

  /** Exact names; no links to folders. */
  #visitListed(folder: string, items: readonly FolderItem[], listed: readonly string[]): void {
    if (listed.length === 0) return;
    const byName = new Map(items.map((item) => [item.name, item]));
    for (const [name, paths] of groupBy(listed, (path) => path.split('/', 1)[0] ?? '')) {
      const item = byName.get(name);
      if (item === undefined) continue;
      const path = joinRelative(folder, name);
      const below = paths.filter((deeper) => deeper !== name).map((deeper) => deeper.slice(name.length + 1));
      if (item.kind === 'folder' && below.length > 0) {
        const real = pathIn(this.#request.found.directory, path);
        this.#request.onDirectory(real);
        this.#tolerating(path, () => this.#visitListed(path, this.#disk.list(real)?.items ?? [], below));
      } else if (folder !== '' && below.length < paths.length && item.kind !== 'folder') {
        this.#visit(folder, item, MAX_DEPTH);
      }
    }
  }

  #visitLink(path: string, depth: number): void {
    const { directory, folder } = this.#request.found;
    const target = this.#disk.realPath(pathIn(directory, path));
    if (target === undefined) return;
    if (!isInside(directory, target)) {
      const message = `${path} is a link that leads out of the skill's folder.`;
      this.#diagnostics.push(diagnose('file-outside', message, { file: joinRelative(folder, path) }));
      return;
    }
    if (isPrivate(relative(directory, target))) return;
    const kind = this.#disk.stat(target)?.kind;
    if (kind === 'file') this.#addFile(path, undefined, target);
    if (kind !== 'folder' || this.#followed.has(target) || isInside(target, pathIn(directory, path))) return;
    this.#followed.add(target);
    this.#visitFolder(path, target, depth);
  }

  /** @param standIn path of the file that a cloud drive left in its place */
  #addFile(path: string, standIn?: string, target?: string): void {
    const real = target ?? pathIn(this.#request.found.directory, standIn ?? path);
    const item = this.#disk.stat(real);
    if (item?.kind !== 'file' || this.#found.has(path)) return;
    if (this.#found.size >= MAX_SKILL_FILES) this.#isFull = true;
    else this.#found.set(path, { ...item, real, ...(standIn !== undefined && { isInCloud: true }) });
  }

  #tolerating(path: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      this.#request.onUnreadable(joinRelative(this.#request.found.folder, path), codeOf(error));
    }
  }

  #report(code: 'file-limit' | 'folder-too-deep', path: string, what: string): void {
    const { folder } = this.#request.found;
    const file = joinRelative(folder, path);
    const message = `${what} in ${folder}; the rest is not served.`;
    this.#diagnostics.push(diagnose(code, message, file === '' ? {} : { file }));
  }
}

/** Link targets to hide: the folder itself, skill.json, dot-files. */
function isPrivate(path: string): boolean {
  return path === '' || path === 'skill.json' || path.split(sep).some((segment) => segment.startsWith('.'));
}

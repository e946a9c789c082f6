import { childrenOf, fileOf } from './folder-entries.ts';
import { leftOutOf, mayHoldParts, partOf } from './skill-parts.ts';

export interface FolderFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Rejects if changed since listing. */
  read(): Promise<ArrayBuffer>;
}

export interface FolderListing {
  /** Skill files. */
  readonly files: readonly FolderFile[];
  /** Other files and folders. */
  readonly leftOut: readonly string[];
}

export interface FolderSource {
  readonly name: string;
  /** False if the browser retains the files as chosen. */
  readonly canReread: boolean;
  list(): Promise<FolderListing>;
}

/** No skill may have so many files. */
const MAX_WALKED = 1000;

/** `undefined` if empty. */
export function folderOfInput(files: readonly File[]): FolderSource | undefined {
  const name = files[0]?.webkitRelativePath.split('/')[0];
  if (name === undefined) return undefined;
  const paths = files.map((file) => [file.webkitRelativePath.slice(name.length + 1), file] as const);
  const listing: FolderListing = {
    files: paths.filter(([path]) => partOf(path) !== undefined).map(([path, file]) => asFile(path, file)),
    leftOut: leftOutOf(paths.map(([path]) => path)),
  };
  return { name, canReread: false, list: () => Promise.resolve(listing) };
}

/** A single dropped folder. Call before the handler's first `await`. */
export function folderEntryOf({ items }: Pick<DataTransfer, 'items'>): FileSystemDirectoryEntry | undefined {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const [entry] = entries;
  return entries.length === 1 && entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : undefined;
}

export function folderOfEntry(root: FileSystemDirectoryEntry): FolderSource {
  return {
    name: root.name,
    canReread: true,
    async list() {
      const files: FolderFile[] = [];
      const paths: string[] = [];
      for await (const [path, entry] of walk(root, '')) {
        paths.push(path);
        if (entry !== undefined) files.push(asFile(path, await fileOf(entry)));
        if (files.length === MAX_WALKED) break;
      }
      return { files, leftOut: leftOutOf(paths) };
    },
  };
}

/** Skill parts with entries, other paths without. Folder paths end in `/`. */
async function* walk(
  folder: FileSystemDirectoryEntry,
  prefix: string,
): AsyncGenerator<readonly [path: string, entry?: FileSystemFileEntry]> {
  const children = await childrenOf(folder);
  // Files first: finds skill.json however many examples there are.
  for (const entry of children.toSorted((a, b) => Number(a.isDirectory) - Number(b.isDirectory))) {
    const path = `${prefix}${entry.name}`;
    if (!entry.isDirectory) yield partOf(path) === undefined ? [path] : [path, entry as FileSystemFileEntry];
    else if (mayHoldParts(path)) yield* walk(entry as FileSystemDirectoryEntry, `${path}/`);
    else yield [`${path}/`];
  }
}

function asFile(path: string, file: File): FolderFile {
  return { path, size: file.size, read: () => file.arrayBuffer() };
}

/** A folder that someone chose or dropped, whatever way the browser gives it. */
import { childrenOf, fileOf } from '../drop/folder-entries.ts';
import { leftOutOf, mayHoldParts, partOf } from './skill-parts.ts';

/** A file of a folder that was picked. */
export interface FolderFile {
  /** Relative to the folder, `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Rejects where the file has changed or gone since the folder was listed. */
  read(): Promise<ArrayBuffer>;
}

/** What is in such a folder. */
export interface FolderListing {
  /** Files that are part of a skill. */
  readonly files: readonly FolderFile[];
  /** Names of everything else. */
  readonly leftOut: readonly string[];
}

/** A folder that was picked or dropped in the browser. */
export interface FolderSource {
  readonly name: string;
  /** False where the browser keeps the files as they were when the folder was chosen. */
  readonly canReread: boolean;
  list(): Promise<FolderListing>;
}

/** No skill may have this many files; the rest of such a folder is not walked. */
const MAX_WALKED = 1000;

/** The folder behind an `<input webkitdirectory>`; undefined where it was left empty. */
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

/** The one folder that was dropped; undefined for anything else. Only works before the drop's handler waits. */
export function folderEntryOf({ items }: Pick<DataTransfer, 'items'>): FileSystemDirectoryEntry | undefined {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const [entry] = entries;
  return entries.length === 1 && entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : undefined;
}

/** A folder that was dropped. It can be read again later. */
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

/** Parts of a skill with their entries, and the paths of everything else without; a folder's ends in `/`. */
async function* walk(
  folder: FileSystemDirectoryEntry,
  prefix: string,
): AsyncGenerator<readonly [path: string, entry?: FileSystemFileEntry]> {
  const children = await childrenOf(folder);
  // Files first: skill.json is met however many examples there are.
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

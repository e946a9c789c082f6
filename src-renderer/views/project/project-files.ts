import type { ReadProject, UnreadFile } from '../../../src-server/contract/api/project.ts';
import {
  isReadable,
  isSearched,
  MAX_ENTRIES,
  MAX_FOLDER_DEPTH,
  TOO_DEEP,
  TOO_MANY,
} from '../../../src-server/projects/read/project-file-names.ts';

/** More would be no project, but a disk. */
const MOST_FILES = 2_000;

/** Manifests and lock files of a folder; paths relative to it, with `/`. No content is read yet. */
export interface FoundFiles {
  readonly files: readonly (readonly [path: string, file: File])[];
  readonly leftOut: readonly UnreadFile[];
}

/** A folder that was dropped, or chosen. */
export interface ShownProject {
  readonly folder: ProjectFolder;
  readonly project: ReadProject;
  /** Differs for each reading. */
  readonly readAt: number;
}

export interface ProjectFolder {
  readonly name: string;
  /** Rejects if the folder is gone. */
  find(): Promise<FoundFiles>;
  /** A file below `node_modules`. */
  installed(path: string): Promise<File | undefined>;
  /** A chosen folder stays as it was then. */
  readonly canBeReadAgain: boolean;
}

/** A single dropped folder. Call before the handler's first `await`. */
export function droppedFolder({ items }: Pick<DataTransfer, 'items'>): ProjectFolder | undefined {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const [entry] = entries;
  if (entries.length !== 1 || !entry?.isDirectory) return undefined;
  const root = entry as FileSystemDirectoryEntry;
  return {
    name: root.name,
    canBeReadAgain: true,
    find: () => filesBelow(root),
    installed: (path) =>
      new Promise<FileSystemEntry>((resolve, reject) => root.getFile(path, {}, resolve, reject)).then(
        (file) => fileOf(file as FileSystemFileEntry),
        () => undefined,
      ),
  };
}

/** Breadth first like the command line: limits omit the deepest files. Browsers follow no links. */
async function filesBelow(root: FileSystemDirectoryEntry): Promise<FoundFiles> {
  const files: (readonly [string, File])[] = [];
  const leftOut: UnreadFile[] = [];
  const queue = [{ folder: '', entry: root, depth: 0 }];
  let looked = 0;
  for (const { folder, entry, depth } of queue) {
    const found = await childrenOf(entry).catch((error: unknown) => {
      if (depth === 0) throw error;
      leftOut.push({ file: folder, reason: 'can’t be read' });
      return [];
    });
    looked += found.length;
    for (const child of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? child.name : `${folder}/${child.name}`;
      if (child.isDirectory && isSearched(folder, child.name)) {
        const next = { folder: path, entry: child as FileSystemDirectoryEntry, depth: depth + 1 };
        if (depth < MAX_FOLDER_DEPTH) queue.push(next);
        else leftOut.push({ file: path, reason: TOO_DEEP });
      } else if (!child.isDirectory && isReadable(path)) {
        const file = await fileOf(child as FileSystemFileEntry);
        if (file === undefined) leftOut.push({ file: path, reason: 'can’t be read' });
        else files.push([path, file]);
      }
    }
    if (looked > MAX_ENTRIES || files.length > MOST_FILES) break;
  }
  return bounded(files, looked > MAX_ENTRIES ? [...leftOut, { file: '.', reason: TOO_MANY }] : leftOut);
}

/** Readers deliver batches, finally an empty batch. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

/** From an input of folders; undefined if nothing was chosen. */
export function chosenFolder(chosen: readonly File[]): ProjectFolder | undefined {
  const name = chosen[0]?.webkitRelativePath.split('/')[0];
  if (name === undefined) return undefined;
  const byPath = new Map(chosen.map((file) => [file.webkitRelativePath.slice(name.length + 1), file]));
  return {
    name,
    canBeReadAgain: false,
    find: async () => filesAmong(byPath),
    installed: async (path) => byPath.get(path),
  };
}

function filesAmong(byPath: ReadonlyMap<string, File>): FoundFiles {
  const files: (readonly [string, File])[] = [];
  const leftOut: UnreadFile[] = [];
  for (const [path, file] of byPath) {
    const folders = path.split('/').slice(0, -1);
    const isInside = folders.every((folder, depth) => isSearched(folders.slice(0, depth).join('/'), folder));
    if (!isInside || !isReadable(path)) continue;
    if (folders.length > MAX_FOLDER_DEPTH) leftOut.push({ file: path, reason: TOO_DEEP });
    else files.push([path, file]);
  }
  files.sort(([a], [b]) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  return bounded(files, leftOut);
}

function bounded(files: FoundFiles['files'], leftOut: readonly UnreadFile[]): FoundFiles {
  if (files.length <= MOST_FILES) return { files, leftOut };
  return { files: files.slice(0, MOST_FILES), leftOut: [...leftOut, { file: '.', reason: TOO_MANY }] };
}

import type { ReadProject, UnreadFile } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import {
  decodeText,
  type FolderEntry,
  findProjectFiles,
  readProject,
  TOO_LARGE,
} from '../../../src-server/projects/read-project.ts';
import { desktop } from '../../data/host.ts';

/** The manifests and lock files of a folder. No content is read yet. */
export interface FolderFiles {
  readonly files: readonly (readonly [path: string, file: File])[];
  readonly leftOut: readonly UnreadFile[];
}

/** A folder, or manifests without one, that was dropped or chosen. */
export interface ShownProject {
  readonly folder: ProjectFolder;
  readonly project: ReadProject;
  /** When it was read: each reading has another time. */
  readonly readAt: number;
}

/** A project to read, however it came into the page. */
export interface ProjectFolder {
  readonly name: string;
  /** What it is, where that isn't a project of the user's own. */
  readonly about?: string;
  /** Where it lies. Undefined in a browser, which tells no page. */
  readonly path: string | undefined;
  /** Lists the files. Rejects if the folder is gone. */
  find(): Promise<FolderFiles>;
  /** Returns a file below `node_modules`. */
  installed(path: string): Promise<File | undefined>;
  /** Whether it can be read again. A chosen folder stays as it was then. */
  readonly canBeReadAgain: boolean;
}

/** Returns one dropped folder, or manifests and lock files without it. Call it before the handler's first `await`. */
export function droppedProject({
  items,
  files: [first],
}: Pick<DataTransfer, 'items' | 'files'>): ProjectFolder | undefined {
  const entries = [...items]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [entry] = entries;
  if (entry === undefined) return undefined;
  if (entries.every(({ isDirectory }) => !isDirectory)) {
    return looseFiles(
      entries.map((file) => [file.name, () => fileOf(file as FileSystemFileEntry)]),
      { canBeReadAgain: true, path: folderOf(entries.length, first) },
    );
  }
  if (entries.length > 1) return undefined;
  return droppedFolder(entry as FileSystemDirectoryEntry, pathOf(first));
}

/** Where a file or folder lies on this computer, as the app knows it. */
function pathOf(file: File | undefined): string | undefined {
  return file === undefined ? undefined : desktop?.pathForFile(file) || undefined;
}

/** The folder in which a file has this path. */
function folderAbove(file: File, path: string): string | undefined {
  const whole = pathOf(file);
  const above = whole?.slice(0, -path.length - 1);
  return whole?.replaceAll('\\', '/').endsWith(`/${path}`) && above !== '' ? above : undefined;
}

/** The folder of a single file; several may come from different ones. */
function folderOf(count: number, file: File | undefined): string | undefined {
  return count === 1 && file !== undefined ? folderAbove(file, file.name) : undefined;
}

/** Returns the files that were chosen without their folder; undefined if nothing was. */
export function chosenManifests(chosen: readonly File[]): ProjectFolder | undefined {
  if (chosen.length === 0) return undefined;
  return looseFiles(
    chosen.map((file) => [file.name, async () => file]),
    { canBeReadAgain: false, path: folderOf(chosen.length, chosen[0]) },
  );
}

function looseFiles(
  all: readonly (readonly [name: string, open: () => Promise<File | undefined>])[],
  known: Pick<ProjectFolder, 'canBeReadAgain' | 'path'>,
): ProjectFolder {
  // Of several with one name the first counts: they come from different folders.
  const byName = new Map([...all].reverse());
  const names = all.map(([name]) => name);
  const repeated = names.filter((name, at) => names.indexOf(name) < at);
  const [first = ''] = names;
  return {
    name: names.length === 1 ? first : `${first} and ${countWords(names.length - 1, 'file')} more`,
    ...known,
    async find() {
      const list = async (folder: string) =>
        folder === '' ? [...byName.keys()].map((name): FolderEntry => ({ name, kind: 'file' })) : [];
      const { files, leftOut } = await filesOf(list, async (path) => byName.get(path)?.());
      const reason = 'has the name of another file: drop their folder instead';
      return { files, leftOut: [...leftOut, ...repeated.map((file) => ({ file, reason }))] };
    },
    installed: async () => undefined,
  };
}

function droppedFolder(root: FileSystemDirectoryEntry, path: string | undefined): ProjectFolder {
  return {
    name: root.name,
    path,
    canBeReadAgain: true,
    async find() {
      const known = new Map<string, FileSystemEntry>([['', root]]);
      const list = async (folder: string) => {
        const children = await childrenOf(known.get(folder) as FileSystemDirectoryEntry);
        return children.map((child): FolderEntry => {
          known.set(folder === '' ? child.name : `${folder}/${child.name}`, child);
          return { name: child.name, kind: child.isDirectory ? 'folder' : 'file' };
        });
      };
      return filesOf(list, (path) => fileOf(known.get(path) as FileSystemFileEntry));
    },
    installed: (path) =>
      new Promise<FileSystemEntry>((resolve, reject) => root.getFile(path, {}, resolve, reject)).then(
        (file) => fileOf(file as FileSystemFileEntry),
        () => undefined,
      ),
  };
}

/** Returns the folder that an input of folders gave; undefined if nothing was chosen. */
export function chosenFolder(chosen: readonly File[]): ProjectFolder | undefined {
  const [first] = chosen;
  const name = first?.webkitRelativePath.split('/')[0];
  if (name === undefined) return undefined;
  const inside = ({ webkitRelativePath }: File) => webkitRelativePath.slice(name.length + 1);
  const byPath = new Map(chosen.map((file) => [inside(file), file]));
  return {
    name,
    path: first && folderAbove(first, inside(first)),
    canBeReadAgain: false,
    find: () => foundFiles(byPath),
    installed: async (path) => byPath.get(path),
  };
}

/** Finds the manifests among all files of a folder, by their paths in it. */
function foundFiles(byPath: ReadonlyMap<string, File>): Promise<FolderFiles> {
  const children = new Map<string, Map<string, FolderEntry>>();
  for (const path of byPath.keys()) {
    const parts = path.split('/');
    for (const [depth, part] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/');
      const entries = children.get(folder) ?? new Map<string, FolderEntry>();
      children.set(
        folder,
        entries.set(part, { name: part, kind: depth < parts.length - 1 ? 'folder' : 'file' }),
      );
    }
  }
  return filesOf(
    async (folder) => [...(children.get(folder)?.values() ?? [])],
    async (path) => byPath.get(path),
  );
}

async function filesOf(
  list: Parameters<typeof findProjectFiles>[0],
  fileAt: (path: string) => Promise<File | undefined>,
): Promise<FolderFiles> {
  const { paths, leftOut } = await findProjectFiles(list);
  const files: (readonly [string, File])[] = [];
  const unreadable: UnreadFile[] = [];
  for (const path of paths) {
    const file = await fileAt(path);
    if (file === undefined) unreadable.push({ file: path, reason: 'can’t be read' });
    else files.push([path, file]);
  }
  return { files, leftOut: [...leftOut, ...unreadable] };
}

/** Lists a folder. A reader delivers batches, and finally an empty one. */
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

/** Reads the files. It never rejects because of their contents. */
export function readFiles({ files, leftOut }: FolderFiles): Promise<ReadProject> {
  const byPath = new Map(files);
  return readProject({
    paths: [...byPath.keys()],
    leftOut,
    async read(path) {
      const file = byPath.get(path);
      if (file === undefined) return { ok: false, reason: 'is no file of the project' };
      if (file.size > LIMITS.projectFileBytes) return { ok: false, reason: TOO_LARGE };
      return decodeText(new Uint8Array(await file.arrayBuffer()));
    },
  });
}

const SAMPLE_PACKAGE_JSON = `{
  "name": "payments",
  "dependencies": { "pg": "8.23.1", "stripe": "18.1.0", "ws": "8.18.0", "zod": "3.25.7" }
}
`;

const SAMPLE_REQUIREMENTS = `celery==5.5.2
requests==2.32.5
SQLAlchemy==1.4.54
`;

const SAMPLE_CARGO_TOML = `[package]
name = "ledger"
version = "0.1.0"

[dependencies]
anyhow = "=1.0.98"
tokio = "=1.44.2"
`;

const SAMPLE_GO_MOD = `module example.org/payments/gateway

go 1.24

require github.com/go-chi/chi/v5 v5.2.1
`;

const SAMPLE_FILES: readonly (readonly [path: string, text: string])[] = [
  ['package.json', SAMPLE_PACKAGE_JSON],
  ['requirements.txt', SAMPLE_REQUIREMENTS],
  ['ledger/Cargo.toml', SAMPLE_CARGO_TOML],
  ['gateway/go.mod', SAMPLE_GO_MOD],
];

/** A made-up project to try the view with: its files are read like those of any folder. */
export const SAMPLE_PROJECT: ProjectFolder = {
  name: 'The sample project',
  about: 'Ten libraries of a small payment service, made up to be tried.',
  canBeReadAgain: false,
  path: undefined,
  find: () => foundFiles(new Map(SAMPLE_FILES.map(([path, text]) => [path, new File([text], path)]))),
  installed: async () => undefined,
};

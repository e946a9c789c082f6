/** Folders as a browser hands them over: entries of a drop, and the files of an input. */
export interface Tree {
  readonly [name: string]: string | Tree;
}

/** Makes an entry whose readers give `batch` entries at a time. */
export function entryOf(
  name: string,
  tree: Tree,
  batch = 2,
  more: readonly FileSystemEntry[] = [],
): FileSystemDirectoryEntry {
  const entries = Object.entries(tree).map(([child, value]) =>
    typeof value === 'string' ? fileEntry(child, value) : entryOf(child, value, batch),
  );
  const createReader = () => {
    const left = [...entries, ...more];
    return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0, batch)) };
  };
  const getFile = (path: string, _options: unknown, done: (entry: unknown) => void, fail: () => void) => {
    const text = path
      .split('/')
      .reduce<Tree[string] | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), tree);
    if (typeof text === 'string') done(fileEntry(path, text));
    else fail();
  };
  return { name, isDirectory: true, createReader, getFile } as unknown as FileSystemDirectoryEntry;
}

function fileEntry(name: string, content: string) {
  const file = (done: (file: File) => void) => done(new File([content], name));
  return { name, isDirectory: false, file };
}

export function droppedItems(...entries: readonly FileSystemEntry[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
  const files = entries.map(({ name }) => new File([], name));
  return { items, files } as unknown as DataTransfer;
}

/** Returns the files of an input that took a folder. */
export function chosenFiles(name: string, tree: Tree): File[] {
  return Object.entries(tree).flatMap(([child, value]) => {
    const path = `${name}/${child}`;
    if (typeof value !== 'string') return chosenFiles(path, value);
    return [Object.defineProperty(new File([value], child), 'webkitRelativePath', { value: path })];
  });
}

/** Folders as a browser hands them over: entries of a drop, and the files of an input. */
export interface Tree {
  readonly [name: string]: string | Uint8Array<ArrayBuffer> | Tree;
}

function isTree(value: Tree[string]): value is Tree {
  return typeof value === 'object' && !(value instanceof Uint8Array);
}

/** A dropped folder; its readers give `batch` entries at a time. */
export function droppedFolder(name: string, tree: Tree, batch = 2): FileSystemDirectoryEntry {
  const entries = Object.entries(tree).map(([child, value]) =>
    isTree(value) ? droppedFolder(child, value, batch) : droppedFile(child, value),
  );
  const createReader = () => {
    const left = [...entries];
    return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0, batch)) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemDirectoryEntry;
}

function droppedFile(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const file = (done: (file: File) => void) => done(new File([content], name));
  return { name, isFile: true, isDirectory: false, file };
}

/** The files of an input that took a folder. */
export function chosenFiles(name: string, tree: Tree): File[] {
  return Object.entries(tree).flatMap(([child, value]) => {
    const path = `${name}/${child}`;
    if (isTree(value)) return chosenFiles(path, value);
    return [Object.defineProperty(new File([value], child), 'webkitRelativePath', { value: path })];
  });
}

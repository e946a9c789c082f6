/** A single dropped folder. Call before the handler's first `await`. */
export function folderEntryOf({ items }: Pick<DataTransfer, 'items'>): FileSystemDirectoryEntry | undefined {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  const [entry] = entries;
  return entries.length === 1 && entry?.isDirectory ? (entry as FileSystemDirectoryEntry) : undefined;
}

/** Readers deliver batches, finally an empty batch. */
export async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
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

/** Rejects if the file is gone. */
export function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

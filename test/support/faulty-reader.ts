import { createDiskReader, type DiskReader } from '../../src-server/registry/worker/disk.ts';
import { isInside } from '../../src-server/registry/paths.ts';

export interface FaultyReader extends DiskReader {
  /** From now on every call about a path at or below this one fails with the system's code. */
  fail(path: string, code: string): void;
  heal(path: string): void;
  /** Paths of the files that were read. */
  readonly reads: readonly string[];
}

/** This machine's disks with faults of our choice. */
export function faultyReader(): FaultyReader {
  const reader = createDiskReader();
  const faults = new Map<string, string>();
  const reads: string[] = [];
  const codeFor = (path: string) => [...faults].find(([place]) => isInside(place, path))?.[1];
  const check = <T>(path: string, ask: () => T): T => {
    const code = codeFor(path);
    if (code === undefined) return ask();
    throw Object.assign(new Error(`${code}: ${path}`), { code });
  };
  return {
    fail: (path, code) => void faults.set(path, code),
    heal: (path) => void faults.delete(path),
    reads,
    list: (folder) => check(folder, () => reader.list(folder)),
    stat: (path) => check(path, () => reader.stat(path)),
    realPath: (path) => check(path, () => reader.realPath(path)),
    canRead: (path) => check(path, () => reader.canRead(path)),
    read(request) {
      const code = codeFor(request.path);
      if (code !== undefined) return { ok: false, cause: 'unreadable', code };
      reads.push(request.path);
      return reader.read(request);
    },
  };
}

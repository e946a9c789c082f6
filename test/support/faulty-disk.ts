import { type Disk, isInside, disk as ownDisk } from '../../src-server/registry/worker/disk.ts';

export interface FaultyDisk extends Disk {
  /** From now on every call about a path at or below this one fails with the system's code. */
  fail(path: string, code: string): void;
  heal(path: string): void;
  /** The next reading of this path throws, as nothing of a disk should. */
  crashOnce(path: string): void;
  /** Paths of the files that were read. */
  readonly reads: readonly string[];
}

/** This machine's disks with faults of our choice. */
export function faultyDisk(): FaultyDisk {
  const faults = new Map<string, string>();
  const reads: string[] = [];
  const crashes = new Set<string>();
  const codeFor = (path: string) => [...faults].find(([place]) => isInside(place, path))?.[1];
  const check = <T>(path: string, ask: () => T): T => {
    const code = codeFor(path);
    if (code === undefined) return ask();
    throw Object.assign(new Error(`${code}: ${path}`), { code });
  };
  return {
    fail: (path, code) => void faults.set(path, code),
    heal: (path) => void faults.delete(path),
    crashOnce: (path) => void crashes.add(path),
    reads,
    list: (folder) => check(folder, () => ownDisk.list(folder)),
    stat: (path) => check(path, () => ownDisk.stat(path)),
    realPath: (path) => check(path, () => ownDisk.realPath(path)),
    read(request) {
      if (crashes.delete(request.path)) throw new Error('The disk is on fire.');
      const code = codeFor(request.path);
      if (code !== undefined) return { ok: false, cause: 'unreadable', code };
      reads.push(request.path);
      return ownDisk.read(request);
    },
  };
}

import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { withWriteLock } from '../platform/folder-lock.ts';
import { guardPath, inspect, WriteRefused } from '../platform/guarded-path.ts';
import { foldersAbove } from '../registries/copy-paths.ts';

/** Names of our temporary files in a site begin so. */
export const TEMPORARY = '.skills-registry-site.';
/** Inside of the site: a rename must stay on the disk. */
const STAGING = `${TEMPORARY}tmp`;
const LOCK = `${TEMPORARY}lock`;

/** Creates the folder. */
export async function withSiteLock<T>(root: string, work: () => Promise<T>): Promise<T> {
  await fs.mkdir(root, { recursive: true });
  return withWriteLock(root, LOCK, work);
}

/** Follows no link below the root. */
export class SiteDisk {
  readonly #root: string;
  readonly #folders = new Set<string>();
  #staged = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Deletes what a killed export left. */
  async open(): Promise<void> {
    await this.close();
    await fs.mkdir(join(this.#root, STAGING));
  }

  async close(): Promise<void> {
    await fs.rm(join(this.#root, STAGING), { recursive: true, force: true });
  }

  /** Undefined unless a plain file. */
  async sizeOf(path: string): Promise<number | undefined> {
    const stats = await this.#inspect(path);
    return stats?.isFile() ? Number(stats.size) : undefined;
  }

  /** Undefined if missing. */
  async read(path: string): Promise<Buffer | undefined> {
    return (await this.sizeOf(path)) === undefined ? undefined : fs.readFile(join(this.#root, path));
  }

  async has(path: string, bytes: Uint8Array): Promise<boolean> {
    return (await this.sizeOf(path)) === bytes.length && (await this.read(path))?.equals(bytes) === true;
  }

  /** Replaces the whole file at once. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    await this.#enter(path);
    this.#staged += 1;
    const draft = join(this.#root, STAGING, String(this.#staged));
    await fs.writeFile(draft, bytes, { flag: 'wx' });
    const target = join(this.#root, path);
    if ((await inspect(target))?.isDirectory()) throw new WriteRefused(`${target} is a folder.`);
    await fs.rename(draft, target);
  }

  /** Also removes folders that become empty. */
  async remove(path: string): Promise<void> {
    const stats = await this.#inspect(path);
    if (stats === undefined || stats.isDirectory()) return;
    await fs.rm(join(this.#root, path), { force: true });
    for (const folder of foldersAbove(path).toReversed()) {
      this.#folders.delete(folder);
      const isRemoved = await fs.rmdir(join(this.#root, folder)).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  async #inspect(path: string) {
    const folder = foldersAbove(path).at(-1);
    if (folder !== undefined && !this.#folders.has(folder)) {
      const isThere = await guardPath(this.#root, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
      if (!isThere) return undefined;
      this.#folders.add(folder);
    }
    return inspect(join(this.#root, path));
  }

  /** Checks each folder once. */
  async #enter(path: string): Promise<void> {
    const folder = foldersAbove(path).at(-1);
    if (folder === undefined || this.#folders.has(folder)) return;
    await guardPath(this.#root, path, 0o755);
    this.#folders.add(folder);
  }
}

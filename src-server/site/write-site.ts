import { createHash } from 'node:crypto';
import { SITE_MANIFEST, type SiteFile, type SiteManifest } from '../contract/api/site-manifest.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { writeInside } from '../platform/write-file.ts';
import { foldersAbove } from '../registries/copy-paths.ts';
import { version } from '../version.ts';
import { compressedCopies } from './compressed-copies.ts';
import { openSiteFolder, type SiteFolder } from './open-site-folder.ts';
import { SiteDisk, withSiteLock } from './site-disk.ts';
import { COPY_ENDS, pathFault, SitePaths } from './site-paths.ts';

/** @param published reads the file of the last export */
export type MakeFile = (published: () => Promise<Buffer | undefined>) => Buffer | Promise<Buffer>;

/** By path. */
export type SitePlan = ReadonlyMap<string, MakeFile>;

export interface WrittenSite {
  readonly files: number;
  /** Without compressed copies. */
  readonly bytes: number;
  readonly written: number;
  readonly removed: number;
  readonly left_out: readonly LeftOutFile[];
}

export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

const AT_ONCE = 8;

/**
 * Writes what differs from the last export, then removes what is no longer planned. Interrupted, the next run
 * compares the files themselves instead of the manifest. Waits for another export into the folder, and reads
 * its manifest.
 *
 * @param onFile after each file
 */
export function writeSite(
  { root }: Pick<SiteFolder, 'root'>,
  plan: SitePlan,
  onFile: () => void = () => {},
): Promise<WrittenSite> {
  return withSiteLock(root, async () => {
    const { before } = await openSiteFolder(root, []);
    const site = new SiteWriter(root, before, plan);
    try {
      await site.write(onFile);
      return await site.finish();
    } finally {
      await site.close();
    }
  });
}

class SiteWriter {
  readonly #root: string;
  readonly #before: SiteManifest;
  readonly #plan: SitePlan;
  readonly #disk: SiteDisk;
  readonly #files = new Map<string, SiteFile>();
  readonly #leftOut: LeftOutFile[] = [];
  readonly #cleared = new Set<string>();
  #opening: Promise<void> | undefined;
  #written = 0;
  #removed = 0;

  constructor(root: string, before: SiteManifest, plan: SitePlan) {
    this.#root = root;
    this.#before = before;
    this.#plan = plan;
    this.#disk = new SiteDisk(root);
  }

  async write(onFile: () => void): Promise<void> {
    const possible = this.#possible(onFile);
    await this.#clearWay([...possible.keys()]);
    const waiting = possible.entries();
    const work = async () => {
      for (const [path, make] of waiting) {
        await this.#place(path, make);
        onFile();
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async finish(): Promise<WrittenSite> {
    for (const path of Object.keys(this.#before.files))
      if (!this.#files.has(path) && !this.#cleared.has(path)) await this.#remove(path);
    const files = Object.fromEntries([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
    const manifest: SiteManifest = { format: 1, tool: version, complete: true, files };
    if (this.#opening !== undefined || !this.#before.complete || this.#before.tool !== version)
      await this.#writeManifest(manifest);
    return {
      files: this.#files.size,
      bytes: [...this.#files.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      written: this.#written,
      removed: this.#removed,
      left_out: this.#leftOut,
    };
  }

  async close(): Promise<void> {
    if (this.#opening !== undefined) await this.#disk.close();
  }

  #possible(onFile: () => void): SitePlan {
    const paths = new SitePaths();
    const possible = new Map<string, MakeFile>();
    for (const [path, make] of this.#plan) {
      const fault = paths.add(path);
      if (fault === undefined) possible.set(path, make);
      else {
        this.#leftOut.push({ path, reason: fault });
        onFile();
      }
    }
    return possible;
  }

  /** A file where a folder will be, or the other way round. */
  async #clearWay(paths: readonly string[]): Promise<void> {
    const [files, folders] = [new Set(paths), new Set(paths.flatMap(foldersAbove))];
    for (const path of Object.keys(this.#before.files))
      if (folders.has(path) || foldersAbove(path).some((folder) => files.has(folder))) {
        await this.#remove(path);
        this.#cleared.add(path);
      }
  }

  async #remove(path: string): Promise<void> {
    await this.#open();
    if ((await this.#disk.sizeOf(path)) !== undefined) this.#removed += 1;
    for (const file of [path, ...COPY_ENDS.map((end) => `${path}${end}`)])
      if (!this.#files.has(file)) await this.#disk.remove(file);
  }

  async #place(path: string, make: MakeFile): Promise<void> {
    const known = this.#known(path);
    let bytes: Buffer;
    try {
      bytes = await make(() => this.#disk.read(path));
    } catch (error) {
      this.#leftOut.push({ path, reason: messageOf(error) });
      // The last good file stays.
      if (known !== undefined && known.sha256 !== UNKNOWN.sha256) this.#files.set(path, known);
      return;
    }
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (this.#before.complete && known?.sha256 === sha256 && (await this.#isThere(path, known))) {
      this.#files.set(path, known);
      return;
    }
    const { gz, br } = await compressedCopies(path, bytes);
    // Copies first: a host prefers them.
    await this.#writeCopy(`${path}.gz`, gz);
    await this.#writeCopy(`${path}.br`, br);
    if (await this.#writeFile(path, bytes)) this.#written += 1;
    this.#files.set(path, {
      sha256,
      bytes: bytes.length,
      ...(gz !== undefined && { gz: gz.length }),
      ...(br !== undefined && { br: br.length }),
    });
  }

  #known(path: string): SiteFile | undefined {
    return Object.hasOwn(this.#before.files, path) ? this.#before.files[path] : undefined;
  }

  async #isThere(path: string, { bytes, gz, br }: SiteFile): Promise<boolean> {
    if ((await this.#disk.sizeOf(path)) !== bytes) return false;
    if (gz !== undefined && (await this.#disk.sizeOf(`${path}.gz`)) !== gz) return false;
    return br === undefined || (await this.#disk.sizeOf(`${path}.br`)) === br;
  }

  /** @param bytes undefined removes the copy */
  async #writeCopy(path: string, bytes: Buffer | undefined): Promise<void> {
    if (bytes !== undefined) await this.#writeFile(path, bytes);
    else if (!this.#plan.has(path) && (await this.#disk.sizeOf(path)) !== undefined) {
      await this.#open();
      await this.#disk.remove(path);
    }
  }

  /** False if the file has these bytes. */
  async #writeFile(path: string, bytes: Buffer): Promise<boolean> {
    if (await this.#disk.has(path, bytes)) return false;
    await this.#open();
    await this.#disk.write(path, bytes);
    return true;
  }

  /** Before the first change: from here on, only the files themselves tell what was written. */
  #open(): Promise<void> {
    this.#opening ??= this.#begin();
    return this.#opening;
  }

  async #begin(): Promise<void> {
    await this.#disk.open();
    const planned = [...this.#plan.keys()].filter((path) => pathFault(path) === undefined);
    const files = { ...Object.fromEntries(planned.map((path) => [path, UNKNOWN])), ...this.#before.files };
    await this.#writeManifest({ format: 1, tool: version, complete: false, files });
  }

  async #writeManifest(manifest: SiteManifest): Promise<void> {
    await writeInside(this.#root, SITE_MANIFEST, `${JSON.stringify(manifest)}\n`);
  }
}

/** Planned, perhaps not written yet. */
const UNKNOWN: SiteFile = { sha256: '0'.repeat(64), bytes: 0 };

import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSiteManifest, SITE_MANIFEST, type SiteManifest } from '../contract/api/site-manifest.ts';
import { inspect, isAtOrBelow, WriteRefused } from '../platform/guarded-path.ts';
import { TEMPORARY } from './site-disk.ts';
import { pathFault } from './site-paths.ts';

export interface SiteFolder {
  /** Absolute, without links. */
  readonly root: string;
  /** Of the last export. */
  readonly before: SiteManifest;
}

const NOTHING = { format: 1, tool: '', complete: true, files: {} } as const;

/**
 * Creates nothing.
 *
 * @param target absolute
 * @param registries absolute roots
 * @throws {WriteRefused} for a link, a file, a folder with other content, and below a registry
 */
export async function openSiteFolder(target: string, registries: readonly string[]): Promise<SiteFolder> {
  const stats = await inspect(target);
  if (stats?.isSymbolicLink()) throw new WriteRefused(`${target} is a link. Name the folder itself.`);
  if (stats !== undefined && !stats.isDirectory()) throw new WriteRefused(`${target} is not a folder.`);
  const root = await realPath(target);
  for (const registry of registries)
    if (isAtOrBelow(root, await realPath(registry)))
      throw new WriteRefused(
        `${target} is inside of the registry ${registry}: the site would become a part of it. Name another folder.`,
      );
  const names = stats === undefined ? [] : await fs.readdir(root);
  if (names.every((name) => name.startsWith(TEMPORARY))) return { root, before: NOTHING };
  const before = await readManifest(join(root, SITE_MANIFEST));
  if (before === undefined)
    throw new WriteRefused(
      `${target} is not empty, and no exported site: its ${SITE_MANIFEST} is missing or damaged. Name a new folder.`,
    );
  return { root, before };
}

async function readManifest(file: string): Promise<SiteManifest | undefined> {
  if (!(await inspect(file))?.isFile()) return undefined;
  const manifest = parseSiteManifest(await fs.readFile(file, 'utf8'));
  // Listed files that are no longer exported are removed: no other path may be.
  const isSafe =
    manifest !== undefined && Object.keys(manifest.files).every((path) => pathFault(path) === undefined);
  return isSafe ? manifest : undefined;
}

/** The path may not exist yet. */
async function realPath(path: string): Promise<string> {
  const above = dirname(path);
  return fs.realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || above === path) throw error;
    return join(await realPath(above), basename(path));
  });
}

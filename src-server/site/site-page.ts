import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { withMeta } from '../contract/api/page-meta.ts';

/**
 * @param folder of the built page
 * @param name of the registry
 */
export async function pageFiles(
  folder: string,
  name: string,
): Promise<ReadonlyMap<string, () => Promise<Buffer>>> {
  const assets = join(folder, 'assets');
  const names = (await fs.readdir(assets)).sort();
  return new Map([
    ['index.html', async () => readPage(join(folder, 'index.html'), name)],
    ...names.map((name) => [`assets/${name}`, () => fs.readFile(join(assets, name))] as const),
  ]);
}

/** `host` tells the page that no service answers. */
async function readPage(file: string, name: string): Promise<Buffer> {
  return Buffer.from(withMeta(await fs.readFile(file, 'utf8'), { host: 'site', name }));
}

/** Without such a page, Cloudflare answers with the page of the site, and status 200. */
export const MISSING_PAGE = Buffer.from(
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>This site has no such address.</p></html>\n',
);

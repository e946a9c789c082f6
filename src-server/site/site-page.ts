import { promises as fs } from 'node:fs';
import { join } from 'node:path';

/** Tells the page that no service answers. */
const HOST_META = '<meta name="skills-registry-host" content="site" />';

/** @param folder of the built page */
export async function pageFiles(folder: string): Promise<ReadonlyMap<string, () => Promise<Buffer>>> {
  const assets = join(folder, 'assets');
  const names = (await fs.readdir(assets)).sort();
  return new Map([
    ['index.html', async () => markedPage(await fs.readFile(join(folder, 'index.html'), 'utf8'))],
    ...names.map((name) => [`assets/${name}`, () => fs.readFile(join(assets, name))] as const),
  ]);
}

function markedPage(html: string): Buffer {
  return Buffer.from(html.replace('<title>', () => `${HOST_META}<title>`));
}

/** Without such a page, Cloudflare answers with the page of the site, and status 200. */
export const MISSING_PAGE = Buffer.from(
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>This site has no such address.</p></html>\n',
);

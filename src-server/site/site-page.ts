import { promises as fs } from 'node:fs';
import { join } from 'node:path';

/** Tells the page that no service answers. */
const HOST_META = '<meta name="skills-registry-host" content="site" />';

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
    ['index.html', async () => markedPage(await fs.readFile(join(folder, 'index.html'), 'utf8'), name)],
    ...names.map((name) => [`assets/${name}`, () => fs.readFile(join(assets, name))] as const),
  ]);
}

function markedPage(html: string, name: string): Buffer {
  const nameMeta = `<meta name="skills-registry-name" content="${escaped(name)}" />`;
  return Buffer.from(html.replace('<title>', () => `${HOST_META}${nameMeta}<title>`));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Without such a page, Cloudflare answers with the page of the site, and status 200. */
export const MISSING_PAGE = Buffer.from(
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><p>This site has no such address.</p></html>\n',
);

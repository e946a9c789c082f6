import { promises as fs } from 'node:fs';
import { extname, join } from 'node:path';
import { version } from '../../built-files.ts';
import { ApiError } from '../../contract/errors.ts';
import {
  ASSET_HEADERS,
  PAGE_CONTENT_TYPES,
  PAGE_HEADERS,
  SECURITY_HEADERS,
  type StartedWith,
  withMeta,
} from '../../contract/page.ts';
import { READ_PLAIN } from '../../platform/files.ts';
import { PreparedBody } from '../bodies.ts';
import { defineRoute, pathParameter, type Route } from '../route.ts';

const HTML_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  ...PAGE_HEADERS,
  ...SECURITY_HEADERS,
};

/** The page while there is no built one, as of a service that was started from source. */
const UNBUILT = new PreparedBody(
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Skills Registry</title><h1>Skills Registry ${version}</h1><p>npm run build makes the page. <a href="/openapi.json">/openapi.json</a> lists all addresses.</p></html>`,
  HTML_HEADERS,
);

export interface PageOptions {
  /** Where the built page is, or will be: the folder may be made while the service runs. Default: there is none. */
  readonly pageFolder?: string | undefined;
  readonly command?: string | undefined;
  readonly startedWith?: StartedWith | undefined;
}

export function pageRoutes({ pageFolder, command, startedWith }: PageOptions): readonly Route[] {
  const metas = { ...(command !== undefined && { command }), ...startedWith };
  let kept: ReadPage | undefined;
  let reading: Promise<ReadPage | undefined> | undefined;
  const page = async () => {
    if (kept !== undefined || pageFolder === undefined) return kept;
    // Requests that come together wait for one reading.
    reading ??= readPage(pageFolder, metas).finally(() => {
      reading = undefined;
    });
    const read = await reading;
    if (read?.isSettled === true) kept ??= read;
    return read;
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/',
      id: 'getPage',
      summary: 'The page for people',
      tag: 'page',
      responses: { 200: { description: 'HTML.', types: ['text/html'] } },
      isConditional: true,
      errors: [],
      handle: async () => (await page())?.html ?? UNBUILT,
    }),
    defineRoute({
      method: 'GET',
      path: '/assets/:name',
      id: 'getAsset',
      summary: 'A file of the page',
      tag: 'page',
      responses: { 200: { description: 'By its extension.', types: ['*/*'] } },
      isConditional: true,
      errors: ['bad_request', 'route_not_found'],
      async handle({ request }) {
        const name = pathParameter(request, 'name');
        const asset = (await page())?.assets.get(name);
        if (asset === undefined) throw new ApiError('route_not_found', `There is no /assets/${name} here.`);
        return asset;
      },
    }),
  ];
}

/** A built page as it was read at one time. */
interface ReadPage {
  readonly html: PreparedBody;
  /** The files below `/assets/` by name. Their names have hashes, so each build has others. */
  readonly assets: ReadonlyMap<string, PreparedBody>;
  /**
   * Whether every file that the page names is there, and no build is writing. Such a page is kept, so that no file of it
   * changes when the folder is built anew while the service runs. Another one is read again at the next request.
   */
  readonly isSettled: boolean;
}

/** Milliseconds between the newest file and now after which no build is writing. A clock that is behind counts the same. */
const SETTLED_MS = 2_000;

/** Bytes of all files of a page, which has some 1.2 MB, and their number, of some 40. Others of the folder are skipped. */
const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const MAX_PAGE_FILES = 1_000;

/** Names of assets in index.html, and in scripts and styles: there with a hash, and relative or for a worker's URL. */
const NAMES_IN_HTML = /\/assets\/([\w.-]+)/g;
const NAMES_IN_ASSETS = /(?:["'`(]\.\/|new URL\(["'`])([\w.-]+-[\w-]{8}\.\w+)["'`)]/g;

/** Reads a page. Undefined if index.html, or a file that it names itself, is not there or incomplete. */
async function readPage(
  folder: string,
  metas: Readonly<Record<string, string>>,
): Promise<ReadPage | undefined> {
  const assetFolder = join(folder, 'assets');
  const index = await readPlainFile(join(folder, 'index.html'), MAX_PAGE_BYTES);
  const html = index?.bytes.toString() ?? '';
  if (index === undefined || !html.trimEnd().endsWith('</html>')) return undefined;
  const listed = await listFolder(assetFolder);
  if (listed === undefined) return undefined;

  const files = new Map<string, Buffer>();
  let bytesLeft = MAX_PAGE_BYTES;
  let changedMs = Math.max(index.changedMs, listed.changedMs);
  const take = async (name: string) => {
    if (PAGE_CONTENT_TYPES[extname(name)] === undefined) return;
    const file = await readPlainFile(join(assetFolder, name), bytesLeft);
    if (file === undefined) return;
    bytesLeft -= file.bytes.length;
    changedMs = Math.max(changedMs, file.changedMs);
    files.set(name, file.bytes);
  };
  const isThere = (name: string) => (files.get(name)?.length ?? 0) > 0;

  const named = new Set(namesIn(html, NAMES_IN_HTML));
  const namedByHtml = [...named];
  // The files that the page names come first. The set grows meanwhile by what they name.
  for (const name of named) {
    await take(name);
    if (/\.(?:css|js)$/.test(name))
      for (const next of namesIn(files.get(name)?.toString() ?? '', NAMES_IN_ASSETS)) named.add(next);
  }
  if (!namedByHtml.every(isThere)) return undefined;
  // The others come last, such as the licence of the font, which no file names.
  for (const name of listed.names) if (!named.has(name) && files.size < MAX_PAGE_FILES) await take(name);

  const isSettled = [...named].every(isThere) && Math.abs(Date.now() - changedMs) > SETTLED_MS;
  return {
    html: new PreparedBody(withMeta(html, metas), HTML_HEADERS),
    assets: new Map([...files].map(([name, bytes]) => [name, assetOf(name, bytes, isSettled)])),
    isSettled,
  };
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** Lists a folder, sorted. Undefined if it is missing or a link. */
async function listFolder(
  folder: string,
): Promise<{ readonly names: readonly string[]; readonly changedMs: number } | undefined> {
  try {
    const stats = await fs.lstat(folder);
    return stats.isDirectory()
      ? { names: (await fs.readdir(folder)).sort(), changedMs: stats.mtimeMs }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a file. Undefined if it is missing, longer than `mostBytes`, or no regular file: only regular files are opened.
 */
async function readPlainFile(
  path: string,
  mostBytes: number,
): Promise<{ readonly bytes: Buffer; readonly changedMs: number } | undefined> {
  let handle: fs.FileHandle | undefined;
  try {
    const stats = await fs.lstat(path);
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    handle = await fs.open(path, READ_PLAIN);
    const bytes = await handle.readFile();
    // The time after reading: a writer may have been faster.
    return { bytes, changedMs: (await handle.stat()).mtimeMs };
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** Makes the answer of an asset. Browsers keep it for ever, unless a build may be writing it. */
function assetOf(name: string, bytes: Buffer, isSettled: boolean): PreparedBody {
  const type = PAGE_CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  return new PreparedBody(bytes, {
    ...(isSettled && ASSET_HEADERS),
    ...SECURITY_HEADERS,
    'Content-Type': type,
  });
}

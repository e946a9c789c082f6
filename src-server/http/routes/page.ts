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
import { PreparedBody } from '../bodies.ts';
import { defineRoute, pathParameter, type Route } from '../route.ts';

const HTML_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  ...PAGE_HEADERS,
  ...SECURITY_HEADERS,
};

/** The page of a service that was started from source. */
const UNBUILT = new PreparedBody(
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Skills Registry</title><h1>Skills Registry ${version}</h1><p>npm run build makes the page. <a href="/openapi.json">/openapi.json</a> lists all addresses.</p></html>`,
  HTML_HEADERS,
);

export interface PageOptions {
  readonly pageFolder?: string | undefined;
  readonly command?: string | undefined;
  readonly startedWith?: StartedWith | undefined;
}

export function pageRoutes({ pageFolder, command, startedWith }: PageOptions): readonly Route[] {
  const metas = { ...(command !== undefined && { command }), ...startedWith };
  let loading: Promise<LoadedPage | undefined> | undefined;
  const page = async () => {
    if (pageFolder === undefined) return undefined;
    loading ??= loadPage(pageFolder, metas);
    const loaded = await loading;
    // A build may be writing it.
    if (loaded === undefined) loading = undefined;
    return loaded;
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

/** A built page, whole: no file of it changes when the folder is built anew while the service runs. */
interface LoadedPage {
  readonly html: PreparedBody;
  /** The files below `/assets/` by name. Their names have hashes, so each build has others. */
  readonly assets: ReadonlyMap<string, PreparedBody>;
}

/** Reads the page at its first request. Undefined if a part is missing. */
async function loadPage(
  folder: string,
  metas: Readonly<Record<string, string>>,
): Promise<LoadedPage | undefined> {
  try {
    const html = await fs.readFile(join(folder, 'index.html'), 'utf8');
    const names = await fs.readdir(join(folder, 'assets'));
    const assets = new Map(
      await Promise.all(
        names.map(
          async (name) => [name, assetOf(name, await fs.readFile(join(folder, 'assets', name)))] as const,
        ),
      ),
    );
    const isWhole = [...html.matchAll(/\/assets\/([\w.-]+)/g)].every(([, name = '']) => assets.has(name));
    return isWhole ? { html: new PreparedBody(withMeta(html, metas), HTML_HEADERS), assets } : undefined;
  } catch {
    return undefined;
  }
}

function assetOf(name: string, bytes: Buffer): PreparedBody {
  const type = PAGE_CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  return new PreparedBody(bytes, { ...ASSET_HEADERS, ...SECURITY_HEADERS, 'Content-Type': type });
}

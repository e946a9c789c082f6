import { extname } from 'node:path';
import { version } from '../../built-files.ts';
import { readBuiltPage } from '../../built-page.ts';
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

/** The page while there is no whole one, as of a service that was started from source, or beside a build. */
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
    // A page that was read whole is kept: no file of it changes when the folder is built anew.
    kept ??= await reading;
    return kept;
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

/** A page as it was read from the disk, ready to be sent. */
interface ReadPage {
  readonly html: PreparedBody;
  /** The files below `/assets/` by name. */
  readonly assets: ReadonlyMap<string, PreparedBody>;
}

/** Reads a page. Undefined if its build has not ended, or was stopped. */
async function readPage(
  folder: string,
  metas: Readonly<Record<string, string>>,
): Promise<ReadPage | undefined> {
  const page = await readBuiltPage(folder);
  if (page === undefined) return undefined;
  return {
    html: new PreparedBody(withMeta(page.html, metas), HTML_HEADERS),
    assets: new Map([...page.assets].map(([name, bytes]) => [name, assetOf(name, bytes)])),
  };
}

function assetOf(name: string, bytes: Buffer): PreparedBody {
  return new PreparedBody(bytes, {
    ...ASSET_HEADERS,
    ...SECURITY_HEADERS,
    'Content-Type': PAGE_CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
  });
}

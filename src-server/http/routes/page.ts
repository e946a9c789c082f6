import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ApiError } from '../../contract/api/error-codes.ts';
import { withMeta } from '../../contract/api/page-meta.ts';
import {
  ASSET_HEADERS,
  PAGE_CONTENT_TYPES,
  PAGE_HEADERS,
  SECURITY_HEADERS,
} from '../../contract/api/page-policy.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { version } from '../../version.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, pathParameter, type Route } from '../route.ts';
import { sendPrepared } from '../send.ts';

const HTML_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  ...PAGE_HEADERS,
  ...SECURITY_HEADERS,
};

export interface PageOptions {
  readonly pageFolder?: string | undefined;
  readonly command?: string | undefined;
}

/** Lists assets once: no other path is read. */
export function pageRoutes(served: ServedRegistry, { pageFolder, command }: PageOptions): readonly Route[] {
  const html = pageFolder === undefined ? undefined : readIfThere(join(pageFolder, 'index.html'));
  const page = html === undefined ? undefined : new PreparedBody(withCommand(html, command), HTML_HEADERS);
  const assetsFolder = join(pageFolder ?? '', 'assets');
  const names = new Set(page === undefined ? [] : listIfThere(assetsFolder));
  const assets = new Map<string, PreparedBody>();
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
      handle({ request, response }) {
        return sendPrepared(request, response, page ?? new PreparedBody(plainPage(served), HTML_HEADERS));
      },
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
      handle({ request, response }) {
        const name = pathParameter(request, 'name');
        if (!names.has(name)) throw new ApiError('route_not_found', `There is no /assets/${name} here.`);
        const body =
          assets.get(name) ?? new PreparedBody(readFileSync(join(assetsFolder, name)), assetHeaders(name));
        assets.set(name, body);
        return sendPrepared(request, response, body);
      },
    }),
  ];
}

function withCommand(html: Buffer, command: string | undefined): Buffer {
  return command === undefined ? html : Buffer.from(withMeta(html.toString('utf8'), { command }));
}

function assetHeaders(name: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': PAGE_CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    ...ASSET_HEADERS,
    ...SECURITY_HEADERS,
  };
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function listIfThere(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function plainPage({ live }: ServedRegistry): Buffer {
  const links = [
    '/health',
    '/v1/status',
    '/v1/skills',
    '/v1/diagnostics',
    '/v1/search?q=async',
    '/v1/find?q=shut+down',
  ];
  const items = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  const { size } = live.latest.skills;
  const body = `<h1>Skills Registry ${version}</h1><p>${size} skills are served here.</p><ul>${items}</ul>`;
  return Buffer.from(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Skills Registry</title>${body}</html>`,
  );
}

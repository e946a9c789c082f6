import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Response } from 'express';
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
  const html = pageFolder === undefined ? undefined : readIfThere(join(pageFolder, 'index.html'));
  const metas = { ...(command !== undefined && { command }), ...startedWith };
  const text = html !== undefined ? withMeta(html, metas) : html;
  const page = text === undefined ? undefined : new PreparedBody(text, HTML_HEADERS);
  const assets = page && pageFolder ? assetsOf(pageFolder) : undefined;
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
      handle: () => page ?? UNBUILT,
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
        const missing = new ApiError('route_not_found', `There is no /assets/${name} here.`);
        return new Promise((resolve, reject) => {
          response.once('close', () => resolve(undefined));
          if (assets === undefined) reject(missing);
          else assets(request, response, (error?: unknown) => reject(error ?? missing));
        });
      },
    }),
  ];
}

function assetsOf(folder: string) {
  return express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders(response: Response, path: string) {
      const type = PAGE_CONTENT_TYPES[extname(path)] ?? 'application/octet-stream';
      response.set({ ...ASSET_HEADERS, ...SECURITY_HEADERS, 'Content-Type': type });
    },
  });
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

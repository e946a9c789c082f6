/** A registry exported as a site, on a static host in the test process. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { PAGE_CONTENT_TYPES, PAGE_POLICY } from '../../../src-server/contract/page.ts';
import { PROJECT } from './service.ts';

export interface StaticHost {
  /** The address of the site, with a slash at its end. */
  readonly url: string;
  /** Paths below the site, in the order of the requests. */
  readonly asked: readonly string[];
  /** The paths that were asked and that the host does not have. */
  readonly missed: readonly string[];
  close(): Promise<void>;
}

/** Serves a folder under `/skills/` by the names of its files alone, and a page of its own for all else. */
export async function openStaticHost(folder: string): Promise<StaticHost> {
  const [asked, missed]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = decodeURIComponent(pathname.replace(/^\/skills\//, '')) || 'index.html';
    asked.push(path);
    const found = pathname.startsWith('/skills/') ? readFile(folder, path) : undefined;
    if (found === undefined) {
      missed.push(path);
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>');
      return;
    }
    const type = PAGE_CONTENT_TYPES[extname(path)] ?? 'text/html';
    response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': PAGE_POLICY });
    response.end(found);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/skills/`,
    asked,
    missed,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

function readFile(folder: string, path: string): Buffer | undefined {
  try {
    return readFileSync(join(folder, path));
  } catch {
    return undefined;
  }
}

export interface ExportedSite {
  readonly folder: string;
  remove(): void;
}

/** Exports a registry with the built command. */
export async function exportSite(registry: string): Promise<ExportedSite> {
  const home = mkdtempSync(join(tmpdir(), 'skills-site-'));
  const folder = join(home, 'site');
  const command = [join(PROJECT, 'dist/server/skills-registry.cjs'), 'export-site', registry, '--to', folder];
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
  await promisify(execFile)(process.execPath, command, { env });
  return { folder, remove: () => rmSync(home, { recursive: true, force: true }) };
}

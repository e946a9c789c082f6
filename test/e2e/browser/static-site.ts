/** A static host, and the files of an exported registry in a folder of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { PAGE_CONTENT_TYPES, PAGE_POLICY } from '../../../src-server/contract/api/page-policy.ts';
import { PROJECT } from './service.ts';

interface File {
  readonly type: string;
  readonly body: Buffer | string;
}

/** By path below the site's folder, without a slash at its beginning. */
export type SiteFiles = Map<string, File>;

export interface StaticHost {
  /** Of the site, with a slash at its end. */
  readonly url: string;
  /** Paths that the host was asked for and does not have. */
  readonly missed: readonly string[];
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Serves the files under `/skills/`, and a page of its own for all else. */
export async function openStaticHost(files: SiteFiles, folder = '/skills/'): Promise<StaticHost> {
  const [missed, asked]: [string[], string[]] = [[], []];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    asked.push(path);
    const file = path.startsWith(folder) ? files.get(path.slice(folder.length) || 'index.html') : undefined;
    if (file === undefined) {
      missed.push(path);
      response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>404</h1>');
      return;
    }
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Security-Policy': PAGE_POLICY });
    response.end(file.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    ...{ missed, asked },
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** Copies the answers of a running service, and the built page with the mark of a site. */
export async function exportedFiles(service: string, name?: string): Promise<SiteFiles> {
  const files: SiteFiles = new Map();
  const copy = async (path: string) => {
    const response = await fetch(`${service}/${path}`);
    files.set(decodeURIComponent(path), {
      type: response.headers.get('content-type') ?? '',
      body: Buffer.from(await response.arrayBuffer()),
    });
  };
  await copy('v1/skills');
  do await copy('v1/diagnostics');
  while (JSON.parse(String(files.get('v1/diagnostics')?.body)).checking !== undefined);
  const { skills } = JSON.parse(String(files.get('v1/skills')?.body)) as { skills: { key: string }[] };
  for (const { key } of skills) await copy(`v1/skills/${key.split('/').map(encodeURIComponent).join('/')}`);
  const page = join(PROJECT, 'dist/renderer');
  for (const path of readdirSync(page, { recursive: true, encoding: 'utf8' })) {
    const type = path.endsWith('.html') ? 'text/html' : PAGE_CONTENT_TYPES[extname(path)];
    if (type === undefined) continue;
    files.set(path, { type, body: readFileSync(join(page, path)) });
  }
  files.set('index.html', { type: 'text/html', body: asSite(String(files.get('index.html')?.body), name) });
  return files;
}

function asSite(html: string, name: string | undefined): string {
  const metas = [
    '<meta name="skills-registry-host" content="site">',
    ...(name === undefined ? [] : [`<meta name="skills-registry-name" content="${name}">`]),
  ];
  return html.replace('</head>', `${metas.join('')}</head>`);
}

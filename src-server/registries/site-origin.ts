import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseSiteManifest, SITE_MANIFEST } from '../contract/api/site-manifest.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import { CREATE_NEW } from '../platform/guarded-path.ts';
import { authorizationFor } from './credentials.ts';
import { FETCH_LIMITS, type FetchOptions, type KnownCopy, type OriginSession } from './fetch-copy.ts';
import { createOriginClient, type OriginClient } from './origin-client.ts';
import { RegistryRefusal } from './registry-refusal.ts';
import { type SiteCopyFile, selectSiteFiles } from './select-site-files.ts';
import type { WrittenCopy } from './write-copy.ts';
import { writeCopyDraft } from './write-copy-draft.ts';

/** 10,000 skills have some 20 MB. Parsed, up to 50 times as large. */
export const MAX_SITE_MANIFEST_BYTES = 32 * 1024 * 1024;
const FILES_AT_ONCE = 8;
/** A small file grows. */
const GZIP_OVERHEAD = 1024;

/** Undefined if the address has no manifest of a site. */
export async function openSiteOrigin(url: string, options: FetchOptions): Promise<OriginSession | undefined> {
  const { limits = FETCH_LIMITS, env, store, onProgress } = options;
  const Agent = url.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, maxSockets: FILES_AT_ONCE });
  const client = createOriginClient(url, {
    limits,
    authorization: () => authorizationFor(url, { env, folder: store }),
    env,
    agent,
    ...(onProgress !== undefined && { onProgress }),
  });
  const text = await download(client, SITE_MANIFEST, MAX_SITE_MANIFEST_BYTES).finally(() => agent.destroy());
  const manifest = text === undefined ? undefined : parseSiteManifest(text.toString('utf8'));
  if (manifest === undefined) return undefined;
  if (!manifest.complete)
    throw new RegistryRefusal(`${url} is being exported, or its export was interrupted. Try again later.`);
  const selected = selectSiteFiles(manifest.files, limits);
  // No ref, no history: the content alone names a state.
  const commit = commitOf(selected.files);
  return {
    resolved: { ref: null, folder: null, commit },
    isAfter: async () => true,
    fetch: (name, known) =>
      writeCopyDraft({ name, store, commit }, url, null, async (folder): Promise<WrittenCopy> => {
        const source = { url, client, known };
        const bytes = await copyFiles(folder, selected.files, source).finally(() => agent.destroy());
        const files = Object.fromEntries(selected.files.map(({ path, sha256 }) => [path, sha256]));
        return { files, skipped: selected.skipped, bytes };
      }),
  };
}

/** As long as a commit id of Git. */
function commitOf(files: readonly SiteCopyFile[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files) hash.update(`${sha256} ${path}\n`);
  return hash.digest('hex').slice(0, 40);
}

interface SiteSource {
  readonly url: string;
  readonly client: OriginClient;
  readonly known: KnownCopy | undefined;
}

/** Returns the number of bytes. */
async function copyFiles(
  folder: string,
  files: readonly SiteCopyFile[],
  source: SiteSource,
): Promise<number> {
  const waiting = files.toReversed();
  const made = new Set<string>();
  const work = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const target = join(folder, ...file.path.split('/'));
      const parent = dirname(target);
      if (!made.has(parent)) await fs.mkdir(parent, { recursive: true });
      made.add(parent);
      const bytes = (await unchanged(file, source)) ?? (await fetchFile(file, source));
      await fs.writeFile(target, bytes, { flag: CREATE_NEW, mode: 0o644 });
    }
  };
  const stop = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, () => work().catch(stop)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function unchanged({ path, sha256 }: SiteCopyFile, { known }: SiteSource): Promise<Buffer | undefined> {
  if (known === undefined || !Object.hasOwn(known.files, path) || known.files[path] !== sha256)
    return undefined;
  const bytes = await fs.readFile(join(known.folder, ...path.split('/'))).catch(() => undefined);
  return bytes !== undefined && digestOf(bytes) === sha256 ? bytes : undefined;
}

async function fetchFile(
  { from, path, sha256, bytes: size }: SiteCopyFile,
  { url, client }: SiteSource,
): Promise<Buffer> {
  const bytes = await download(client, encodePath(from), size);
  if (bytes === undefined || digestOf(bytes) !== sha256)
    throw new RegistryRefusal(
      `${url} does not have ${path} as its list of files says: it changes just now, or is damaged. Try again later.`,
    );
  return bytes;
}

/** Undefined unless the host has the file. */
async function download(client: OriginClient, path: string, most: number): Promise<Buffer | undefined> {
  const answer = await client.send({
    method: 'GET',
    path: `/${path}`,
    headers: { 'accept-encoding': 'gzip' },
  });
  if (answer.status !== 200) {
    answer.discard();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most + GZIP_OVERHEAD) return undefined;
  }
  const bytes = Buffer.concat(chunks);
  if (answer.headers['content-encoding'] !== 'gzip') return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(most, 1) });
  } catch {
    return undefined;
  }
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

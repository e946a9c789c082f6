/** Fetches a copy of a registry from an exported site. */

import { createHash } from 'node:crypto';
import { messageOf } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { encodePath } from '../contract/outside-text.ts';
import { parseSiteManifest, SITE_MANIFEST, type SiteManifest } from '../contract/page.ts';
import {
  CopyPaths,
  type FetchLimits,
  type FetchOptions,
  type OriginSession,
  Redirected,
  RegistryRefusal,
  refuseSize,
  sizeWords,
  writeCopied,
  writeCopyDraft,
} from './copy.ts';

const FILES_AT_ONCE = 8;

/** Opens a site that `export-site` wrote. It is undefined if the address has no manifest of one. */
export async function openSiteOrigin(url: string, options: FetchOptions): Promise<OriginSession | undefined> {
  const download = createDownload(url, options);
  const text = await download(SITE_MANIFEST, LIMITS.siteManifestBytes).catch((error: unknown) => {
    if (error instanceof Redirected) throw error;
    return undefined;
  });
  const manifest = parseSiteManifest(String(text));
  if (!manifest?.complete) return undefined;
  const paths = new CopyPaths();
  const files = selectFiles(manifest.files, paths, options.limits);
  // No history: the content alone names a state, by as many digits as a commit id has.
  const lines = files.map(({ path, sha256 }) => `${sha256} ${path}\n`);
  const commit = digestOf(Buffer.from(lines.join(''))).slice(0, 40);
  const copyTo = (folder: string) => async (file: SiteFile) => {
    const bytes = await download(encodePath(file.from), file.bytes);
    if (bytes === undefined || digestOf(bytes) !== file.sha256)
      throw new RegistryRefusal(
        `${url} does not have ${file.path} as its list of files says: it changes just now, or is damaged. Try again later.`,
      );
    await writeCopied(folder, file.path, bytes);
  };
  return {
    url,
    resolved: { ref: null, folder: null, commit },
    fetch: (name) =>
      writeCopyDraft(options, name, url, async (folder) => {
        for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
          const ends = await Promise.allSettled(files.slice(at, at + FILES_AT_ONCE).map(copyTo(folder)));
          for (const end of ends) if (end.status === 'rejected') throw end.reason;
          const done = Math.min(at + FILES_AT_ONCE, files.length);
          options.onProgress?.({ step: 'writing', done, total: files.length }, name);
        }
        return {
          commit,
          date: null,
          skipped: paths.leftOut,
          files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
          bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        };
      }),
  };
}

interface SiteFile {
  readonly from: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Chooses the files of a copy: the list becomes index.json, and the others go into the folder of their skill.
 */
function selectFiles(
  listed: SiteManifest['files'],
  paths: CopyPaths,
  limits: FetchLimits,
): readonly SiteFile[] {
  const files: SiteFile[] = [];
  let total = 0;
  for (const from of Object.keys(listed).sort()) {
    const { sha256 = '', bytes = 0 } = listed[from] ?? {};
    const isText = /^v1\/skills\/(?:[^/]+\/){3}/.test(from);
    if (!isText && from !== 'v1/skills.json') continue;
    const path = paths.take(Buffer.from(isText ? from.slice('v1/'.length) : 'index.json'));
    if (path === undefined) continue;
    if (bytes > limits.fileBytes) paths.leaveOut(path, `is larger than ${sizeWords(limits.fileBytes)}`);
    else {
      files.push({ from, path, sha256, bytes });
      total += bytes;
      refuseSize(files.length, total, limits);
    }
  }
  return files;
}

/**
 * Makes a function that downloads a file. Its result is undefined unless the host has the file, in at most
 * `most` bytes.
 */
function createDownload(
  url: string,
  { limits }: FetchOptions,
): (path: string, most: number) => Promise<Buffer | undefined> {
  const signal = AbortSignal.timeout(limits.ms);
  return async (path: string, most: number): Promise<Buffer | undefined> => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      const answer = await fetch(`${url}/${path}`, { signal, redirect: 'manual' });
      if (answer.status >= 300 && answer.status < 400)
        throw new Redirected(url, `/${path}`, answer.headers.get('location') ?? undefined);
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel();
        return undefined;
      }
      for await (const chunk of answer.body) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > most) return undefined;
      }
    } catch (error) {
      if (error instanceof Redirected) throw error;
      throw new RegistryRefusal(`${url} can't be read: ${messageOf((error as Error).cause ?? error)}.`);
    }
    return Buffer.concat(chunks);
  };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

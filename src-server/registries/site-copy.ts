import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSiteManifest, SITE_MANIFEST, type SiteManifest } from '../contract/api/site-manifest.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { CREATE_NEW } from '../platform/guarded-path.ts';
import {
  type FetchLimits,
  type FetchOptions,
  type OriginSession,
  refuseSize,
  type ServedCopy,
  sizeWords,
  writeCopyDraft,
} from './copy.ts';
import { CopyPaths } from './copy-paths.ts';
import { RegistryRefusal } from './registry-refusal.ts';

/** 10,000 skills have some 20 MB. Parsed, up to 50 times as large. */
export const MAX_SITE_MANIFEST_BYTES = 32 * 1024 * 1024;
const FILES_AT_ONCE = 8;
const LIST = 'v1/skills.json';
const SKILLS = 'v1/skills/';
/** Segments of a key. */
const KEY_DEPTH = 3;

interface SiteFile {
  /** In the site. */
  readonly from: string;
  /** In the copy. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** A site that `export-site` wrote. Undefined if the address has no manifest of one. */
export async function openSiteOrigin(
  url: string,
  options: FetchOptions & { readonly limits: FetchLimits },
): Promise<OriginSession | undefined> {
  const { limits, store, onProgress = () => {} } = options;
  const download = createDownload(url, limits, onProgress);
  const text = await download(SITE_MANIFEST, MAX_SITE_MANIFEST_BYTES);
  const manifest = text === undefined ? undefined : parseSiteManifest(text.toString('utf8'));
  if (manifest === undefined) return undefined;
  if (!manifest.complete)
    throw new RegistryRefusal(`${url} is being exported, or its export was interrupted. Try again later.`);
  const paths = new CopyPaths();
  const files = selectFiles(manifest.files, paths, limits);
  // No history: the content alone names a state, by as many digits as a commit id has.
  const lines = files.map(({ path, sha256 }) => `${sha256} ${path}\n`);
  const commit = digestOf(Buffer.from(lines.join(''))).slice(0, 40);
  return {
    resolved: { ref: null, folder: null, commit },
    fetch: (name, served) =>
      writeCopyDraft({ name, store, where: url }, async (folder) => {
        await inTurns(files, async (file) => {
          const bytes =
            (await unchanged(file, served)) ?? (await download(encodePath(file.from), file.bytes));
          if (bytes === undefined || digestOf(bytes) !== file.sha256)
            throw new RegistryRefusal(
              `${url} does not have ${file.path} as its list of files says: it changes just now, or is damaged. Try again later.`,
            );
          const target = join(folder, ...file.path.split('/'));
          await fs.mkdir(dirname(target), { recursive: true });
          await fs.writeFile(target, bytes, { flag: CREATE_NEW, mode: 0o644 });
        });
        return {
          ...{ commit, date: null, skipped: paths.leftOut, rewritten: false },
          files: Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256])),
          bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        };
      }),
  };
}

/**
 * Files of a registry in a site: the list becomes index.json, skill.json and knowledge files go into the folder
 * of their skill.
 */
function selectFiles(
  listed: SiteManifest['files'],
  paths: CopyPaths,
  limits: FetchLimits,
): readonly SiteFile[] {
  const files: SiteFile[] = [];
  let total = 0;
  for (const [from, { sha256, bytes }] of Object.entries(listed).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const wanted = copyPath(from);
    if (wanted === undefined) continue;
    if (/\p{Cs}/u.test(wanted)) paths.leaveOut(wanted, 'has a name that is not UTF-8');
    else if (bytes > limits.fileBytes)
      paths.leaveOut(wanted, `is larger than ${sizeWords(limits.fileBytes)}`);
    else {
      const path = paths.take(Buffer.from(wanted));
      if (path !== undefined) files.push({ from, path, sha256, bytes });
      total += bytes;
    }
    refuseSize(files.length, total, limits);
  }
  return files;
}

/** Undefined for files that make no registry. */
function copyPath(from: string): string | undefined {
  if (from === LIST) return 'index.json';
  if (!from.startsWith(SKILLS)) return undefined;
  const below = from.slice(SKILLS.length);
  return below.split('/').length > KEY_DEPTH ? `skills/${below}` : undefined;
}

/** Several at once; none after a failure. */
async function inTurns(files: readonly SiteFile[], work: (file: SiteFile) => Promise<void>): Promise<void> {
  const waiting = files.toReversed();
  const turn = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await work(file);
  };
  const stop = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, () => turn().catch(stop)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function unchanged(
  { path, sha256 }: SiteFile,
  served: ServedCopy | undefined,
): Promise<Buffer | undefined> {
  if (served === undefined || !Object.hasOwn(served.facts.files, path)) return undefined;
  const bytes = await fs.readFile(join(served.folder, ...path.split('/'))).catch(() => undefined);
  return bytes !== undefined && digestOf(bytes) === sha256 ? bytes : undefined;
}

/** Undefined unless the host has the file, in at most that many bytes. All within the limits of a registry. */
function createDownload(url: string, limits: FetchLimits, onProgress: (bytes: number) => void) {
  const signal = AbortSignal.timeout(limits.ms);
  const { origin } = new URL(url);
  let received = 0;
  const refuse = (error: unknown): never => {
    if (error instanceof RegistryRefusal) throw error;
    if (signal.aborted)
      throw new RegistryRefusal(
        `${url} didn't send everything within ${Math.round(limits.ms / 1_000)} s. Try again later.`,
      );
    throw new RegistryRefusal(`${url} can't be read: ${messageOf((error as Error).cause ?? error)}.`);
  };
  return async (path: string, most: number): Promise<Buffer | undefined> => {
    const answer = await fetch(`${url}/${path}`, { signal }).catch(refuse);
    if (!answer.ok || answer.body === null || new URL(answer.url).origin !== origin) {
      await answer.body?.cancel();
      return undefined;
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of answer.body) {
        chunks.push(chunk);
        length += chunk.length;
        received += chunk.length;
        if (length > most) return undefined;
        if (received > limits.unpackedBytes)
          throw new RegistryRefusal(`${url} sends more than ${sizeWords(limits.unpackedBytes)}, the limit.`);
        onProgress(received);
      }
    } catch (error) {
      refuse(error);
    }
    return Buffer.concat(chunks);
  };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Reads the built page whole: a service serves it, and an exported site has a copy. */

import { createHash } from 'node:crypto';
import { isJsonObject } from './contract/api.ts';
import { LIMITS } from './contract/limits.ts';
import { readPlainBelow } from './platform/plain-file.ts';

/**
 * The file that a build of the page writes last: the SHA-256 of each other file by its path, such as
 * `assets/index-CSXRJI2C.js`. A build that was stopped, also in the middle of a file, is none.
 */
const PAGE_LIST = 'files.json';
const INDEX = 'index.html';
const ASSETS = 'assets/';

/** A page as one build wrote it. */
export interface BuiltPage {
  readonly html: string;
  /** The files below `assets/` by name. Their names have hashes, so each build has others. */
  readonly assets: ReadonlyMap<string, Buffer>;
}

/** Reads a page. Undefined if a file that its build lists is missing, another one, or not plain. Others are left out. */
export async function readBuiltPage(folder: string): Promise<BuiltPage | undefined> {
  const list = parseList(await readPlainBelow(folder, PAGE_LIST, LIMITS.pageFileBytes));
  if (list === undefined || !Object.hasOwn(list, INDEX)) return undefined;
  const files = new Map<string, Buffer>();
  for (const [path, digest] of Object.entries(list)) {
    const bytes = await readPlainBelow(folder, path, LIMITS.pageFileBytes);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== digest) return undefined;
    files.set(path, bytes);
  }
  const assets = [...files].filter(([path]) => path.startsWith(ASSETS));
  return {
    html: files.get(INDEX)?.toString('utf8') ?? '',
    assets: new Map(assets.map(([path, bytes]) => [path.slice(ASSETS.length), bytes])),
  };
}

function parseList(bytes: Buffer | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const list: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    return isJsonObject(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

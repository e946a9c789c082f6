import { LIMITS } from '../contract/limits.ts';
import type { CopyOrigin, FetchLimits, FetchOptions, OriginSession } from './copy.ts';
import { openGitOrigin } from './git-copy.ts';
import { NoRepository } from './registry-refusal.ts';
import { openSiteOrigin } from './site-copy.ts';

export const FETCH_LIMITS: FetchLimits = {
  ms: LIMITS.gitFetchMs,
  receivedBytes: LIMITS.gitFetchBytes,
  unpackedBytes: LIMITS.registryBytes,
  fileBytes: LIMITS.textBytes,
  files: 100_000,
};

/** A Git repository; if none answers there, an exported site. */
export async function openOrigin(origin: CopyOrigin, given: FetchOptions): Promise<OriginSession> {
  const options = { ...given, limits: given.limits ?? FETCH_LIMITS };
  try {
    return await openGitOrigin(origin, options);
  } catch (error) {
    const { url, ref, place, folder } = origin;
    const isWhole = [ref, place, folder].every((one) => one === undefined) && /^https?:/.test(url);
    const site = error instanceof NoRepository && isWhole ? await openSiteOrigin(url, options) : undefined;
    if (site === undefined) throw error;
    return site;
  }
}

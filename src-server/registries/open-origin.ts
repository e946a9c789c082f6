import { type CopyOrigin, type FetchOptions, type OriginSession, openGitOrigin } from './fetch-copy.ts';
import { AccessRefused, NoRepository } from './registry-refusal.ts';
import { openSiteOrigin } from './site-origin.ts';

/** A Git repository; if no Git server answers there, an exported site. */
export async function openOrigin(origin: CopyOrigin, options: FetchOptions): Promise<OriginSession> {
  try {
    return await openGitOrigin(origin, options);
  } catch (error) {
    const mayBeSite = error instanceof NoRepository || error instanceof AccessRefused;
    const isWhole = origin.ref === undefined && origin.place === undefined && origin.folder === undefined;
    const site = mayBeSite && isWhole ? await openSiteOrigin(origin.url, options) : undefined;
    if (site === undefined) throw error;
    return site;
  }
}

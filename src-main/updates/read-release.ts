/** From the text of an answer to a release. Nothing of it is trusted: it comes from the network. Pure. */
import { isVersion } from './compare-versions.ts';
import type { ReleasePlace } from './release-place.ts';

/** A version that can be had. */
export interface Release {
  /** `x.y.z` */
  readonly version: string;
  /** Its page, put together here: no address of the answer is opened. */
  readonly page: string;
}

/** The release that the answer names; undefined where it is none that one could be told of, such as a draft. */
export function readRelease(text: string, place: ReleasePlace): Release | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { tag_name: tag, draft, prerelease } = answer as Record<string, unknown>;
  if (typeof tag !== 'string' || draft !== false || prerelease !== false) return undefined;
  const version = tag.replace(/^v/, '');
  return isVersion(version) ? { version, page: `${place.page}/tag/${tag}` } : undefined;
}

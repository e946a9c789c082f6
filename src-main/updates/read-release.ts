/** The answer is untrusted. */
import { isVersion } from './compare-versions.ts';
import type { ReleasePlace } from './release-place.ts';

export interface Release {
  /** `x.y.z` */
  readonly version: string;
  /** Built here, not taken from the answer. */
  readonly page: string;
}

/** Undefined if invalid, a draft or a prerelease. */
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

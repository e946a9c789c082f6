import { checkOf } from '../schema-check.ts';
import type { Infer } from '../schema-types.ts';
import { siteManifestSchema } from '../schemas/own-files.ts';

/** In the folder of an exported site. No dot: some hosts leave hidden files out. */
export const SITE_MANIFEST = 'skills-registry-site.json';

export type SiteManifest = Infer<typeof siteManifestSchema>;

const isSiteManifest = checkOf(siteManifestSchema);

/** Undefined for other texts. Paths are unchecked. */
export function parseSiteManifest(text: string): SiteManifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSiteManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

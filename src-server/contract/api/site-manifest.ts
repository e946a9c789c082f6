import isSiteManifest from '../schemas/site-manifest.schema.json?validate';

/** In the folder of an exported site. No dot: some hosts leave hidden files out. */
export const SITE_MANIFEST = 'skills-registry-site.json';

export interface SiteManifest {
  readonly format: 1;
  /** Version of the program. */
  readonly tool: string;
  /** False while an export writes, and after an interrupted export. */
  readonly complete: boolean;
  /** By path, without the manifest and compressed copies. */
  readonly files: Readonly<Record<string, SiteFile>>;
}

export interface SiteFile {
  readonly sha256: string;
  readonly bytes: number;
  /** Bytes of `<path>.gz`. */
  readonly gz?: number;
  /** Bytes of `<path>.br`. */
  readonly br?: number;
}

/** Undefined for other texts. Paths are unchecked. */
export function parseSiteManifest(text: string): SiteManifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSiteManifest(value) ? (value as SiteManifest) : undefined;
  } catch {
    return undefined;
  }
}

import { checkOf, type Infer } from './schema.ts';
import { siteManifestSchema } from './schemas/files.ts';

/** What starts the service again, apart from its port: words of the command line, quoted. */
export interface StartedWith {
  /** Each `-r`, where the folder that is served does not say it. */
  readonly registries: string;
  readonly options: string;
}

/** Adds `<meta name="skills-registry-…">` for each value: the page reads them. */
export function withMeta(html: string, values: Readonly<Record<string, string>>): string {
  const metas = Object.entries(values).map(
    ([name, value]) => `<meta name="skills-registry-${name}" content="${escaped(value)}" />`,
  );
  return html.replace('<title>', () => `${metas.join('')}<title>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The Content Security Policy of the page: own files only, no inline or evaluated code, no markup from text. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  // Pages that opened this page get no handle of its window.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Headers of every answer: browsers sniff no types, and other origins can't embed it. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Headers of raw texts: opened as a page, they do nothing. */
export const SANDBOX_HEADERS = { 'Content-Security-Policy': "default-src 'none'; sandbox" } as const;

export const ASSET_HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

export const PAGE_CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * The file in the folder of an exported site that lists the others. Its name has no leading dot, since some hosts
 * leave hidden files out.
 */
export const SITE_MANIFEST = 'skills-registry-site.json';

export type SiteManifest = Infer<typeof siteManifestSchema>;

const isSiteManifest = checkOf(siteManifestSchema);

/** Reads a site's list of files; undefined for other texts. Its paths are not checked. */
export function parseSiteManifest(text: string): SiteManifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isSiteManifest(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

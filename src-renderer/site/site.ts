/** Exported registry on a static host: files, without a service. */
export interface Site {
  /** Folder of the page, without a slash at its end. */
  readonly address: string;
  /** Registry's name, else host and path. */
  readonly name: string;
}

/** `skills-registry export-site` writes the meta elements. Undefined on a service and in the app. */
export function readSite(
  page: Pick<Document, 'querySelector'>,
  { href }: Pick<Location, 'href'>,
): Site | undefined {
  const meta = (name: string) =>
    page.querySelector(`meta[name="skills-registry-${name}"]`)?.getAttribute('content') ?? '';
  if (meta('host') !== 'site') return undefined;
  const address = folderOf(href);
  return {
    address,
    name: meta('name') || address.replace(/^https?:\/\//, ''),
  };
}

/** `https://host/skills` for `https://host/skills/index.html#/browse`. */
function folderOf(href: string): string {
  return new URL('.', href).href.replace(/\/$/, '');
}

export function addLine({ address }: Pick<Site, 'address'>): string {
  return `skills-registry registry add ${address}/`;
}

export const site: Site | undefined =
  globalThis.document === undefined ? undefined : readSite(document, location);

/** An exported registry on a static host: files, without a service. */
export interface Site {
  /** Folder of the page, without a slash at its end. */
  readonly address: string;
  /** The registry's name, else host and path. */
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
  const address = new URL('.', href).href.replace(/\/$/, '');
  return { address, name: meta('name') || address.replace(/^https?:\/\//, '') };
}

export const site: Site | undefined =
  globalThis.document === undefined ? undefined : readSite(document, location);

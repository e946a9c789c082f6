import type { DesktopBridge } from '../../src-main/contract/requests.ts';

/** An exported registry on a static host: files, without a service. */
interface Site {
  /** Folder of the page, without a slash at its end. */
  readonly address: string;
  /** The registry's name, else host and path. */
  readonly name: string;
}

/** `skills-registry export-site` writes the meta elements. Undefined on a service and in the app. */
function readSite(page: Pick<Document, 'querySelector'>, { href }: Pick<Location, 'href'>): Site | undefined {
  const meta = (name: string) =>
    page.querySelector(`meta[name="skills-registry-${name}"]`)?.getAttribute('content') ?? '';
  if (meta('host') !== 'site') return undefined;
  const address = new URL('.', href).href.replace(/\/$/, '');
  return { address, name: meta('name') || address.replace(/^https?:\/\//, '') };
}

export const site: Site | undefined =
  globalThis.document === undefined ? undefined : readSite(document, location);

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly skillsDesktop?: DesktopBridge;
  }
}

/** Undefined in a browser. */
export const desktop: DesktopBridge | undefined = globalThis.window?.skillsDesktop;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The page's policy demands trusted URLs. Policy `name` trusts only the worker's URL. */
export function trustedWorker(name: string, url: string): () => Worker {
  const script = trustedTypes?.createPolicy(name, { createScriptURL: () => url }).createScriptURL('') ?? url;
  return () => new Worker(script as string, { type: 'module' });
}

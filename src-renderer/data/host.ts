/** Where the page runs: in the app, in a browser, or as a file of an exported site; and how it starts workers there. */
import type { DesktopBridge } from '../../src-main/contract/requests.ts';

/** An exported registry on a static host: files, without a service. */
interface Site {
  /** The folder of the page, without a slash at its end. */
  readonly address: string;
  /** The registry's name; without one host and path. */
  readonly name: string;
}

/** Reads the meta elements that `skills-registry export-site` writes. Undefined on a service and in the app. */
function readSite(page: Pick<Document, 'querySelector'>, { href }: Pick<Location, 'href'>): Site | undefined {
  const meta = (name: string) =>
    page.querySelector(`meta[name="skills-registry-${name}"]`)?.getAttribute('content') ?? '';
  if (meta('host') !== 'site') return undefined;
  const address = new URL('.', href).href.replace(/\/$/, '');
  return { address, name: meta('name') || address.replace(/^https?:\/\//, '') };
}

/** The exported site whose page this is; undefined on a service and in the app. */
export const site: Site | undefined =
  globalThis.document === undefined ? undefined : readSite(document, location);

declare global {
  interface Window {
    /** The preload script sets it. */
    readonly skillsDesktop?: DesktopBridge;
  }
}

/** The app's functions, if the page runs in its window; undefined in a browser. */
export const desktop: DesktopBridge | undefined = globalThis.window?.skillsDesktop;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Returns what starts a worker. The page's policy demands trusted URLs; the policy `name` trusts this one alone. */
export function trustedWorker(name: string, url: string): () => Worker {
  const script = trustedTypes?.createPolicy(name, { createScriptURL: () => url }).createScriptURL('') ?? url;
  return () => new Worker(script as string, { type: 'module' });
}

/** Decides for all views what this page can do. */
import { desktop } from './desktop.ts';
import type { View } from './route/route.ts';
import { site } from './site/site.ts';

/** `service`: a browser at the address of a live service. */
export type HostKind = 'app' | 'service' | 'site';

const kind: HostKind = desktop !== undefined ? 'app' : site !== undefined ? 'site' : 'service';

/** Answers questions beyond the exported files, and takes notes and submissions. */
export const hasService = kind !== 'site';

const APP: ReadonlySet<View> = new Set<View>(['settings', 'activity']);
const SERVICE: ReadonlySet<View> = new Set<View>(['projects', 'connect', 'registry', 'registries']);

export function offersView(view: View, on: HostKind = kind): boolean {
  if (APP.has(view)) return on === 'app';
  return on !== 'site' || !SERVICE.has(view);
}

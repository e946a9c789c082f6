import type { ServedLayer, Status } from '../api/api.ts';

export type LayerChoice =
  | { readonly folder: string }
  /** Name of an added registry. */
  | { readonly added: string }
  /** In the user's order, following the list. */
  | { readonly allAdded: true };

/** Folder's root, or name of an added registry. */
export type LayerId = string;

/** Upper first. Undefined for older services. */
export function layerIds({ registries }: Pick<Status, 'registries'>): readonly LayerId[] | undefined {
  return Array.isArray(registries)
    ? registries.map(({ path, name }: ServedLayer) => path ?? name)
    : undefined;
}

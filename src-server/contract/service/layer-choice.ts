import type { ServedLayer, Status } from '../api/api.ts';

/** Registry to serve among others. */
export type LayerChoice =
  /** Absolute. */
  | { readonly folder: string }
  /** Name of an added registry. */
  | { readonly added: string }
  /** All added registries in the user's order. The service follows the list. */
  | { readonly allAdded: true };

/** Root of a folder, or name of an added registry. */
export type LayerId = string;

/** Upper first. Undefined for an older service. */
export function layerIds({ registries }: Pick<Status, 'registries'>): readonly LayerId[] | undefined {
  return Array.isArray(registries)
    ? registries.map(({ path, name }: ServedLayer) => path ?? name)
    : undefined;
}

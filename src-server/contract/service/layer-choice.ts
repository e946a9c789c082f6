/** Registry to serve among others. */
export type LayerChoice =
  /** Absolute. */
  | { readonly folder: string }
  /** Name of an added registry. */
  | { readonly added: string }
  /** All added registries in the user's order. The service follows the list. */
  | { readonly allAdded: true };

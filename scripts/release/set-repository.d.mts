/** Whether a field of package.json names no place: it is absent, or a placeholder. */
export function isPlaceholder(field: unknown): boolean;
/** The manifest with the place where it is hosted in its placeholders. */
export function withRepository<Manifest extends object>(
  manifest: Manifest,
  env: Readonly<Record<string, string | undefined>>,
): Manifest & { readonly homepage?: string; readonly repository?: string | { readonly url: string } };

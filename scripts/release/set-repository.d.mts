/** The manifest with the place where it is hosted, where it names none itself. */
export function withRepository<Manifest extends object>(
  manifest: Manifest,
  env: Readonly<Record<string, string | undefined>>,
): Manifest & { readonly homepage?: string; readonly repository?: string | { readonly url: string } };

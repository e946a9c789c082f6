/** The jobs that did not succeed, each with its result. */
export function unsuccessful(needs: Readonly<Record<string, { readonly result: string }>>): readonly string[];

/** What is wrong with the packed app's command line, in sentences, and its size. */
export function checkCli(
  folder: string,
  version: string,
): { readonly objections: readonly string[]; readonly megabytes: number };

/**
 * The address of the repository that a checkout comes from: of `upstream`, which a fork names its library, else of
 * `origin`. Pure; includes and rewritten addresses (`insteadOf`) are not followed.
 *
 * @param config the text of git's own settings
 */
export function remoteAddress(
  config: string,
): { readonly remote: 'upstream' | 'origin'; readonly address: string } | undefined {
  const addresses = new Map<string, string>();
  let section = '';
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (header !== undefined) section = /^remote\s+"([^"]*)"$/i.exec(header.trim())?.[1] ?? '';
    const address = /^\s*url\s*=\s*"?([^"\s#;]+)/i.exec(line)?.[1];
    // Further addresses of a remote are pushed to, and fetched from only where the first one fails.
    if (address !== undefined && !addresses.has(section)) addresses.set(section, address);
  }
  for (const remote of ['upstream', 'origin'] as const) {
    const address = addresses.get(remote);
    if (address !== undefined) return { remote, address };
  }
  return undefined;
}

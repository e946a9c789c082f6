/**
 * `upstream`, a fork's name for the library, otherwise `origin`. Ignores includes and `insteadOf`. Pure.
 *
 * @param config text of .git/config
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
    // Further URLs of a remote are for pushes.
    if (address !== undefined && !addresses.has(section)) addresses.set(section, address);
  }
  for (const remote of ['upstream', 'origin'] as const) {
    const address = addresses.get(remote);
    if (address !== undefined) return { remote, address };
  }
  return undefined;
}

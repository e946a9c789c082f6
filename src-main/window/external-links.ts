/** Each IDE asks its user first. */
const IDE_LINKS = [
  { protocol: 'vscode:', path: /^mcp\/install$/ },
  { protocol: 'vscode-insiders:', path: /^mcp\/install$/ },
  { protocol: 'vscodium:', path: /^mcp\/install$/ },
  { protocol: 'lmstudio:', path: /^\/\/add_mcp$/ },
  { protocol: 'cursor:', path: /^\/\/anysphere\.cursor-deeplink\/mcp\/install$/ },
] as const;

/** Normalized; undefined if opening could run something unasked. */
export function externalUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'https:') return url.href;
  const rest = url.href.slice(url.protocol.length).split(/[?#]/)[0] ?? '';
  const known = IDE_LINKS.some(({ protocol, path }) => protocol === url.protocol && path.test(rest));
  return known ? url.href : undefined;
}

/** The service's page. */
export function isServiceUrl(text: string, serviceUrl: string | undefined): boolean {
  if (serviceUrl === undefined || !URL.canParse(text)) return false;
  return new URL(text).origin === new URL(serviceUrl).origin;
}

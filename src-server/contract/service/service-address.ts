/** What an address of a service means: this machine or another one, and which port. Pure. */

/** The names by which a machine calls itself, as `Host` has them but for IPv6's brackets. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** Whether a URL's `hostname` is one of those names. */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname.replace(/^\[|\]$/g, ''));
}

/** The port that an `http:` or `https:` URL leads to, the usual one where it names none. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

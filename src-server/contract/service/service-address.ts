/** As in `Host`; IPv6 without brackets. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** Accepts brackets. */
export function isLoopbackName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return LOOPBACK_NAMES.includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Includes default ports. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

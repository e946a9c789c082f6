/** As in `Host`, IPv6 without brackets. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK_NAMES.includes(hostname.replace(/^\[|\]$/g, ''));
}

/** Includes default ports. */
export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

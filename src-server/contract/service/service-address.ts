/** As in `Host`; IPv6 without brackets. */
export const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

export function isLoopbackName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return LOOPBACK_NAMES.includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** In Docker Desktop, Podman and, if configured, Docker. */
export const CONTAINER_HOST = 'host.docker.internal';

/** On another address, or by another name: a proxy passes requests of other machines on to a loopback address. */
export function reachesOthers(host: string, allowedHosts: readonly string[]): boolean {
  const isLocal = (name: string) => isLoopbackName(name) || name === CONTAINER_HOST;
  return !isLoopbackName(host) || !allowedHosts.every(isLocal);
}

/** Loopback if the service listens at all addresses. */
export function serviceUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { RegistryRefusal } from './registry-refusal.ts';

/** `HTTPS_PROXY`, unless `NO_PROXY` excludes the host; any case, like curl. */
export function proxyFor(
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  env: NodeJS.ProcessEnv,
): URL | undefined {
  const named = env['https_proxy'] || env['HTTPS_PROXY'] || env['all_proxy'] || env['ALL_PROXY'] || '';
  if (named === '' || isExcepted(hostname, port || '443', env['no_proxy'] || env['NO_PROXY'] || ''))
    return undefined;
  const address = named.includes('://') ? named : `http://${named}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy?.protocol === 'http:') return proxy;
  throw new RegistryRefusal('HTTPS_PROXY must name a proxy that begins with http://.');
}

/**
 * The proxy sees only host and port.
 *
 * @returns `createConnection` for `https.request`
 */
export function tunnelThrough(
  proxy: URL,
  { hostname, port }: URL,
  {
    silenceMs,
    secureContext,
  }: { readonly silenceMs: number; readonly secureContext: SecureContext | undefined },
): Promise<() => Socket> {
  const target = `${hostname}:${port || 443}`;
  const user =
    proxy.username === ''
      ? undefined
      : `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      host: proxy.hostname,
      port: proxy.port || 80,
      method: 'CONNECT',
      path: target,
      headers: {
        host: target,
        ...(user === undefined
          ? {}
          : { 'proxy-authorization': `Basic ${Buffer.from(user).toString('base64')}` }),
      },
      agent: false,
      timeout: silenceMs,
    });
    const fail = () => reject(new RegistryRefusal(`The proxy ${proxy.host} opens no way to ${target}.`));
    request.on('timeout', () => request.destroy(new Error('silent')));
    request.on('error', fail);
    request.on('response', (answer) => {
      answer.destroy();
      fail();
    });
    request.on('connect', (answer, socket) => {
      if (answer.statusCode === 200)
        return resolve(() => connectTls({ socket, servername: hostname, secureContext }));
      socket.destroy();
      fail();
    });
    request.end();
  });
}

/** `host`, `.host`, `*.host`, each also with `:port`. IPv6 addresses stand in brackets, like in a URL. */
function isExcepted(hostname: string, port: string, list: string): boolean {
  return list.split(/[\s,]+/).some((part) => {
    const [, host = '', only = port] = /^(?:\*?\.)?(.*?)(?::(\d+))?$/.exec(part.toLowerCase()) ?? [];
    if (host === '' || only !== port) return false;
    return host === '*' || hostname === host || hostname.endsWith(`.${host}`);
  });
}

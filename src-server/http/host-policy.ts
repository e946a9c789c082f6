import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { LOOPBACK_NAMES } from '../contract/service/service-address.ts';

/** What a request's `Host` and `Origin` may say. */
export interface AccessPolicy {
  isHostAllowed(host: string | undefined): boolean;
  /** @param host the request's `Host`, which was allowed: an origin with the same host and port is our own page */
  isOriginAllowed(origin: string | undefined, host: string | undefined): boolean;
}

export interface AccessPolicyOptions {
  /** The address that the server is bound to. */
  readonly boundHost: string;
  /** More host names, without a port. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages, such as `https://tool.example`. */
  readonly allowedOrigins?: readonly string[];
  /** Addresses of this machine, asked when bound to all of them. */
  readonly machineAddresses?: () => ReadonlySet<string>;
}

/** `name`, `name:port`, `[v6]` or `[v6]:port`. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i;

/** Whether only this machine reaches what is bound to `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/**
 * Keeps web pages out: a page of another site that reaches us by DNS rebinding sends its own name as `Host`, one that
 * asks across origins sends `Origin`. Ports don't matter for `Host`: a forwarded port is the user's own doing.
 */
export function createAccessPolicy(options: AccessPolicyOptions): AccessPolicy {
  const { boundHost, allowedHosts = [], allowedOrigins = [], machineAddresses = localAddresses } = options;
  const names = new Set([...LOOPBACK_NAMES, boundHost, ...allowedHosts].map((name) => bareHost(name)));
  const boundToAll = boundHost === '0.0.0.0' || boundHost === '::';
  names.delete('0.0.0.0');
  names.delete('::');
  return {
    isHostAllowed(host) {
      const match = HOST.exec(host ?? '');
      const name = (match?.[1] ?? match?.[2])?.toLowerCase();
      if (name === undefined) return false;
      return names.has(name) || (boundToAll && isIP(name) !== 0 && machineAddresses().has(name));
    },
    isOriginAllowed: originRule(allowedOrigins),
  };
}

/**
 * For a Unix socket or a named pipe, which no web page can reach by itself: any `Host` will do, there is none to mistake.
 * `Origin` still counts, for the page whose requests a proxy hands on.
 */
export function createSocketPolicy(allowedOrigins: readonly string[]): AccessPolicy {
  return { isHostAllowed: () => true, isOriginAllowed: originRule(allowedOrigins) };
}

function originRule(allowedOrigins: readonly string[]): AccessPolicy['isOriginAllowed'] {
  const origins = new Set(allowedOrigins.map((origin) => origin.replace(/\/+$/, '').toLowerCase()));
  return (origin, host) => {
    if (origin === undefined) return true;
    const asked = origin.toLowerCase();
    return asked === `http://${host?.toLowerCase()}` || origins.has(asked);
  };
}

function bareHost(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$/g, '');
}

function localAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => address.toLowerCase()));
}

import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopbackName } from '../contract/service.ts';

export interface AccessPolicy {
  isHostAllowed(host: string | undefined): boolean;
  /** @param host allowed `Host`, with our own page as origin */
  isOriginAllowed(origin: string | undefined, host: string | undefined): boolean;
}

export interface AccessPolicyOptions {
  readonly boundHost: string;
  readonly allowedHosts?: readonly string[];
  /** `https://tool.example`. */
  readonly allowedOrigins?: readonly string[];
  readonly machineAddresses?: () => ReadonlySet<string>;
}

/** `name`, `name:port`, `[v6]` or `[v6]:port`. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i;

/**
 * Refuses web pages: DNS rebinding sends the site's `Host`, cross-origin requests send `Origin`. Ignores
 * forwarded ports of `Host`.
 */
export function createAccessPolicy(options: AccessPolicyOptions): AccessPolicy {
  const { boundHost, allowedHosts = [], allowedOrigins = [], machineAddresses = localAddresses } = options;
  const names = new Set([boundHost, ...allowedHosts].map((name) => bareHost(name)));
  const boundToAll = boundHost === '0.0.0.0' || boundHost === '::';
  names.delete('0.0.0.0');
  names.delete('::');
  return {
    isHostAllowed(host) {
      const match = HOST.exec(host ?? '');
      const name = (match?.[1] ?? match?.[2])?.toLowerCase();
      if (name === undefined) return false;
      return (
        isOurName(name) || names.has(name) || (boundToAll && isIP(name) !== 0 && machineAddresses().has(name))
      );
    },
    isOriginAllowed: originRule(allowedOrigins),
  };
}

/** Resolved by the system and browsers themselves (RFC 6761, 6.3), so no site can rebind them. */
function isOurName(name: string): boolean {
  return isLoopbackName(name) || /(?:^|\.)localhost\.?$/.test(name);
}

function originRule(allowedOrigins: readonly string[]): AccessPolicy['isOriginAllowed'] {
  const origins = new Set(allowedOrigins.map((origin) => origin.replace(/(?<!\/)\/+$/, '').toLowerCase()));
  return (origin, host) => {
    if (origin === undefined) return true;
    const asked = origin.toLowerCase();
    return asked === `http://${host?.toLowerCase()}` || origins.has(asked);
  };
}

/** A DNS name can be rebound to this service, an address can't. */
export function isAddressHost(host: string | undefined): boolean {
  const match = HOST.exec(host ?? '');
  const name = match?.[1] ?? match?.[2] ?? '';
  return isIP(name) !== 0 && name !== '0.0.0.0' && name !== '::';
}

function bareHost(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$/g, '');
}

function localAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => address.toLowerCase()));
}

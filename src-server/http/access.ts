import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { ApiError } from '../contract/errors.ts';
import { FOREIGN_HOST, isLoopbackName } from '../contract/service.ts';
import { ownAddresses } from '../platform/own-addresses.ts';

export interface AccessPolicy {
  isHostAllowed(host: string | undefined): boolean;
  /**
   * Whether a page of the origin may ask.
   *
   * @param host allowed `Host`, whose page is our own
   */
  isOriginAllowed(origin: string | undefined, host: string | undefined): boolean;
}

interface AccessPolicyOptions {
  readonly boundHost: string;
  readonly allowedHosts?: readonly string[];
  /** Origins of pages that may ask besides our own: `https://tool.example`. */
  readonly allowedOrigins?: readonly string[];
  readonly machineAddresses?: () => ReadonlySet<string>;
}

/** A `Host` header: `name`, `name:port`, `[v6]` or `[v6]:port`. */
const HOST = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/i;

/**
 * Makes the rules by which requests of web pages are refused: after DNS rebinding they have the site's `Host`, from
 * another origin they have an `Origin`. The port of a `Host` is ignored, since it may be forwarded.
 */
export function createAccessPolicy(options: AccessPolicyOptions): AccessPolicy {
  const { boundHost, allowedHosts = [], allowedOrigins = [], machineAddresses = ownAddresses } = options;
  const names = new Set([boundHost, ...allowedHosts].map((name) => bareHost(name)));
  // A name stands for addresses of this machine, by which the service may be announced.
  const hasAddresses = boundHost === '0.0.0.0' || boundHost === '::' || isIP(boundHost) === 0;
  names.delete('0.0.0.0');
  names.delete('::');
  return {
    isHostAllowed(host) {
      const match = HOST.exec(host ?? '');
      const name = (match?.[1] ?? match?.[2])?.toLowerCase();
      if (name === undefined) return false;
      return (
        names.has(name) ||
        isOurName(name) ||
        (hasAddresses && isIP(name) !== 0 && machineAddresses().has(name))
      );
    },
    isOriginAllowed: originRule(allowedOrigins),
  };
}

/**
 * Whether a name is always this machine: the system and browsers resolve it themselves (RFC 6761, 6.3), so no site
 * can rebind it.
 */
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

/** Whether a `Host` is an address: a DNS name can be rebound to this service, an address can't. */
function isAddressHost(host: string | undefined): boolean {
  const match = HOST.exec(host ?? '');
  const name = match?.[1] ?? match?.[2] ?? '';
  return isIP(name) !== 0 && name !== '0.0.0.0' && name !== '::';
}

function bareHost(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$/g, '');
}

/**
 * Says why a request is refused before it is looked at. In this order, so that callers with a wrong host learn
 * nothing more.
 */
export function findRefusal(
  request: IncomingMessage,
  { access, token }: { readonly access: AccessPolicy; readonly token?: TokenDemand | undefined },
): ApiError | undefined {
  const { host, authorization } = request.headers;
  // Node uses the first Host header; a proxy may have checked the last.
  if (countHosts(request.rawHeaders) > 1)
    return new ApiError('bad_request', 'The request has several Host headers.');
  const target = parseTarget(request.url ?? '');
  const [path] = target?.path.split('?', 1) ?? [];
  // Probes of load balancers send the address that they know, which may not be ours.
  const isProbe = path === '/health' && isAddressHost(host);
  const isOther = target?.authority !== undefined && !access.isHostAllowed(target.authority);
  if (isOther || (!isProbe && !access.isHostAllowed(host)))
    return new ApiError('forbidden_host', FOREIGN_HOST);
  if (!isFromAllowedPage(request, path, access))
    return new ApiError('forbidden_origin', 'Web pages of other origins may not ask this service.');
  if (target === undefined)
    return new ApiError('bad_request', 'The address of the request could not be understood.');
  if (token === undefined || path === '/health' || token.isMetBy(authorization)) return undefined;
  const message = 'This service asks for its token: Authorization: Bearer <token>.';
  return new ApiError('unauthorized', message, { headers: { 'WWW-Authenticate': token.challenge } });
}

/** @param headers names and values in turns; this is asked for each request, so it makes no list */
function countHosts(headers: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    if (name?.length === HOST_LENGTH && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

const HOST_LENGTH = 'host'.length;

/**
 * Parses the target of a request (RFC 9112, section 3.2): a path, `*` or an address of http. Undefined for others.
 */
export function parseTarget(target: string): { authority?: string; path: string } | undefined {
  if (target.startsWith('/') || target === '*') return { path: target };
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(target) ?? [];
  return authority === undefined ? undefined : { authority, path: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * Whether a request comes from no page, or from one that may ask. Scripts, images and forms may omit `Origin`; other
 * sites may only link to our page.
 */
function isFromAllowedPage(
  { method, headers }: IncomingMessage,
  path: string | undefined,
  access: AccessPolicy,
): boolean {
  const { host, origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (origin !== undefined) return access.isOriginAllowed(origin, host);
  if (site !== 'cross-site' && site !== 'same-site') return true;
  return mode === 'navigate' && path === '/' && (method === 'GET' || method === 'HEAD');
}

/** What callers must send in `Authorization`, compared in constant time, and what those without it are told. */
export interface TokenDemand {
  isMetBy(authorization: string | undefined): boolean;
  readonly challenge: string;
}

/**
 * Makes the demand of a token.
 *
 * @param instanceId what callers without the token are shown of the service
 */
export function demandToken(token: string, instanceId: string): TokenDemand {
  const expected = hash(token);
  return {
    isMetBy(authorization) {
      const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
      return timingSafeEqual(hash(given), expected);
    },
    challenge: `Bearer realm="skills-registry ${instanceId}"`,
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

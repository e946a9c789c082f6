/** Parses the address of a registry, and finds the commit that it means. */

import { LIMITS } from '../contract/limits.ts';
import { isWindowsDevice, printable } from '../contract/outside-text.ts';
import { isLoopbackName } from '../contract/service.ts';
import {
  COMMIT_FILE,
  type CopyOrigin,
  FACTS_FILE,
  type OriginSession,
  plainFolder,
  RegistryRefusal,
  WrongRequest,
} from './copy.ts';

interface RegistryAddress {
  /** The address without query, fragment and trailing slash. Only one for ssh has a user. */
  readonly url: string;
  /** This is `<ref>` or `<ref>/<folder>`; only the refs of the repository tell which. */
  readonly place?: string;
  readonly ref?: string;
  readonly folder?: string;
}

const GITHUB = 'https://github.com';
/** No part may begin with `-`, which would be an option of ssh. */
const SSH_ADDRESS =
  /^(?:ssh:\/\/(?:\w[\w.-]*@)?\w[\w.-]*(?::\d{1,5})?\/|\w[\w.-]*@\w[\w.-]*:)(?!-)(?:[\w.~/+-]|%[0-9a-f]{2})+$/i;

/**
 * `https://…` of a repository or page, `owner/name` at GitHub, `ssh://…` or `user@host:path`; `#<ref>` chooses
 * a branch.
 *
 * @throws {WrongRequest} with neither user nor password
 */
export function parseAddress(text: string): RegistryAddress {
  const [, address = '', fragment = ''] = /^([^#]*)(?:#(.*))?$/s.exec(text.trim()) ?? [];
  if (address.length > LIMITS.addressLength) throw notUnderstood();
  if (isSshAddress(address)) {
    const url = address.replace(/(?<!\/)\/+$/, '');
    if (!SSH_ADDRESS.test(url)) throw notUnderstood();
    return { url, ...refIn(fragment) };
  }
  const url = toUrl(address);
  const { path, place } = splitPage(url);
  const isGitHub = url.origin === GITHUB;
  const repository = isGitHub ? path.replace(/\.git$/, '') : path;
  if (isGitHub && !/^\/[^/]+\/[^/]+$/.test(repository)) throw notUnderstood();
  const chosen = { ...refIn(fragment), ...chosenIn(url.searchParams) };
  return { url: `${url.origin}${repository}`, ...(place === undefined ? chosen : { place }) };
}

/** What git reads in a terminal and no registry is added from, each with the way that there is. */
const EXCEPTIONS: ReadonlyArray<readonly [form: RegExp, why: string]> = [
  [/^[\w+-]+::/, 'Git’s remote helpers (<name>::…) run programs, so none is used. Give https:// or ssh://.'],
  [
    /^(?:git|http):\/\//i,
    'It is not encrypted, so that anybody on the way could change what your agents read. Give https:// or ssh://.',
  ],
  [
    /^(?:file:|[./~\\]|[a-z]:[\\/])/i,
    'A folder of your own needs no address: skills-registry serve -r <folder>',
  ],
  [/^[\w.-]+:(?!\/\/|\d)/, 'An address for ssh without a user is written as ssh://<host>/<path>.'],
];

function toUrl(typed: string): URL {
  const isHere = URL.canParse(typed) && isLoopbackName(new URL(typed).hostname);
  const [, why] = EXCEPTIONS.find(([form]) => form.test(typed)) ?? [];
  if (why !== undefined && !(isHere && /^http:/i.test(typed)))
    throw new WrongRequest(`No registry is added from this address. ${why}`);
  const full = /^[\w-]+\/[\w.-]+$/.test(typed) ? `${GITHUB}/${typed}` : typed;
  if (!URL.canParse(full)) throw notUnderstood();
  const url = new URL(full);
  if (url.username !== '' || url.password !== '')
    throw new WrongRequest(
      "An address with a user or password would end up in lists and logs. Leave it out: git's credential helper keeps it.",
    );
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackName(url.hostname)))
    throw notUnderstood();
  return url;
}

/** Returns the ref that a fragment names. One that begins with `/` is a view of an exported site’s page. */
function refIn(fragment: string): Pick<RegistryAddress, 'ref'> {
  const isView = fragment === '' || fragment === 'readme' || fragment.startsWith('/');
  return isView ? {} : { ref: decode(fragment) };
}

/** These parameters of pages choose a tab, the kind of the ref, or Azure’s view, and no registry. */
const VIEW_PARAMETERS: readonly string[] = ['tab', 'ref_type', '_a'];

/** Reads `?ref=<ref>`, Bitbucket’s `?at=<ref>` and Azure’s `?version=GB<branch>&path=<folder>`. */
function chosenIn(query: URLSearchParams): Pick<RegistryAddress, 'ref' | 'folder'> {
  const chosen: { ref?: string; folder?: string } = {};
  for (const [name, value] of query) {
    const ref =
      name === 'version' ? /^G[BTC](.+)$/.exec(value)?.[1] : value.replace(/^refs\/(?:heads|tags)\//, '');
    if (name === 'path') chosen.folder = plainFolder(value);
    else if (['ref', 'at', 'version'].includes(name) && ref) chosen.ref = ref;
    else if (!VIEW_PARAMETERS.includes(name)) throw notUnderstood(`?${printable(name)}=… in the address`);
  }
  return chosen;
}

/** Pages of a ref at GitLab, GitHub, Gitea and Forgejo. */
const REF_PAGES = [
  /^(?<path>\/.+?)\/-\/(?:tree|blob|commit)\/(?<place>.+)$/s,
  /^(?<path>\/[^/]+\/[^/]+)\/(?:tree|blob|commit)\/(?<place>.+)$/,
  /^(?<path>\/[^/]+\/[^/]+)\/src\/(?:branch|tag|commit)\/(?<place>.+)$/,
] as const;
const BITBUCKET_PAGE = /^(?<path>\/[^/]+\/[^/]+)\/src\/(?<place>.+)$/;

function splitPage({ pathname, hostname }: URL): { readonly path: string; readonly place?: string } {
  const plain = pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  const pages = hostname === 'bitbucket.org' ? [...REF_PAGES, BITBUCKET_PAGE] : REF_PAGES;
  for (const page of pages) {
    const { path, place } = page.exec(plain)?.groups ?? {};
    if (path !== undefined && place !== undefined) return { path, place: plainFolder(decode(place)) };
  }
  return { path: plain };
}

/** Says whether an address is `ssh://…` or `user@host:path`. */
export function isSshAddress(address: string): boolean {
  return /^ssh:\/\//i.test(address) || /^[^@/:]+@[^@/:]+:(?!\/\/)/.test(address);
}

/** Returns a text that is equal for addresses of the same repository. */
export function addressIdentity(url: string): string {
  const plain = url.replace(/\.git$/, '');
  return plain.startsWith(`${GITHUB}/`) ? plain.toLowerCase() : plain;
}

export function nameFromAddress(url: string): string {
  const name = decode(url.split(/[/:]/).at(-1) ?? '')
    .replace(/\.git$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|(?<![^a-z0-9])[^a-z0-9]+$/g, '')
    .slice(0, 60);
  return isRegistryName(name) ? name : 'registry';
}

/**
 * Says whether a name is a valid folder on all systems, looks like no path or option, and is no file beside
 * the registry’s folder.
 */
export function isRegistryName(name: string): boolean {
  const isPlain = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(name);
  return isPlain && !isWindowsDevice(name) && ![COMMIT_FILE, FACTS_FILE].includes(name);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Makes the refusal of an address. `what` never contains a user or password. */
function notUnderstood(what = 'The address'): WrongRequest {
  return new WrongRequest(
    `${what} is not understood. Give https://<host>/<path>, ssh://<user>@<host>/<path>, or <owner>/<name> at GitHub, with --ref and --folder for branch and folder. A folder of your own needs no address: skills-registry serve -r <folder>`,
  );
}

export const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The commits by the full names of their refs, `HEAD` among them. */
type AdvertisedRefs = ReadonlyMap<string, string>;

/**
 * Returns the commit that an address means.
 *
 * @param out what `git ls-remote` says: the commit of an annotated tag follows its tag as `<tag>^{}`
 */
export function resolveOrigin(
  { url, ref, place, folder: wanted = '' }: CopyOrigin,
  out: string,
): OriginSession['resolved'] {
  const pairs = [...out.matchAll(/^([0-9a-f]{40,64})\t(\S+)$/gm)];
  const refs = new Map(pairs.map(([, id = '', name = '']) => [name.replace(/\^\{\}$/, ''), id]));
  const folder = plainFolder(wanted);
  if (ref !== undefined)
    return { ref: ref === 'HEAD' ? null : ref, folder: folder || null, commit: commitOf(ref, refs, url) };
  if (place === undefined)
    return { ref: null, folder: folder || null, commit: refs.get('HEAD') ?? refuseHead(refs, url) };
  const found = findPlace(refs, url, place);
  return { ...found, folder: folder || found.folder || null };
}

function refuseHead(refs: AdvertisedRefs, url: string): never {
  const branches = [...refs.keys()].flatMap((name) => /^refs\/heads\/(.+)/.exec(name)?.[1] ?? []);
  if (branches.length === 0) throw new RegistryRefusal(`${url} is empty: it has no branch yet.`);
  const named = branches.slice(0, 5).join(', ');
  throw new RegistryRefusal(
    `The default branch of ${url} doesn't exist. Name another one with --ref: ${printable(named)}`,
  );
}

function commitOf(ref: string, refs: AdvertisedRefs, url: string): string {
  if (OBJECT_ID.test(ref)) return ref;
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`, ...(ref === 'HEAD' ? ['HEAD'] : [])];
  return names.map((name) => refs.get(name)).find((id) => id !== undefined) ?? refuseRef(url, ref);
}

function refuseRef(url: string, ref: string): never {
  const advice = /^[0-9a-f]{4,39}$/.test(ref) ? ' Of a commit, give all 40 digits.' : '';
  throw new RegistryRefusal(`${url} has no branch or tag ${printable(ref)} (any more).${advice}`);
}

/**
 * Splits a place at the longest ref that it begins with: addresses of pages don’t mark where the ref ends.
 */
function findPlace(refs: AdvertisedRefs, url: string, place: string) {
  const [first = '', ...rest] = place.split('/');
  if (OBJECT_ID.test(first)) return { ref: first, folder: rest.join('/'), commit: first };
  const matches = [...refs].flatMap(([name, commit]) => {
    const ref = /^refs\/(?:heads|tags)\/(.+)/.exec(name)?.[1] ?? '';
    return ref !== '' && `${place}/`.startsWith(`${ref}/`)
      ? [{ ref, folder: place.slice(ref.length + 1), commit }]
      : [];
  });
  return matches.toSorted((a, b) => b.ref.length - a.ref.length)[0] ?? refuseRef(url, first);
}

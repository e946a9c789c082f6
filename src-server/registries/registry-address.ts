import { isLoopbackName } from '../contract/service/service-address.ts';
import { printable } from '../contract/words/printable.ts';
import { isWindowsDevice } from '../contract/words/windows-device.ts';
import { COMMIT_FILE, FACTS_FILE } from './copy.ts';
import { checkFolder } from './copy-paths.ts';
import { WrongRequest } from './registry-refusal.ts';

export interface RegistryAddress {
  /** Without query, fragment, trailing slash; user for ssh only. */
  readonly url: string;
  /** `<ref>` or `<ref>/<folder>`; only the repository's refs tell which. */
  readonly place?: string;
  readonly ref?: string;
  readonly folder?: string;
}

const GITHUB = 'https://github.com';
const LONGEST = 2_000;

/**
 * `https://…` of a repository or page, `owner/name` at GitHub, `ssh://…` or `user@host:path`; `#<ref>` chooses
 * a branch.
 *
 * @throws {WrongRequest} with neither user nor password
 */
export function parseAddress(text: string): RegistryAddress {
  const typed = text.trim().replace(/^git\+(?=ssh:)/i, '');
  if (typed === '' || typed.length > LONGEST) throw wrong('An address has 1 to 2,000 characters.');
  const [, address = '', fragment = ''] = /^([^#]*)(?:#(.*))?$/s.exec(typed) ?? [];
  if (isSshAddress(address)) return { url: checkSsh(address.replace(/\/+$/, '')), ...refIn(fragment) };
  const url = toUrl(address);
  refuseUser(url);
  refuseScheme(url);
  const { path, place } = splitPage(url);
  const isGitHub = url.origin === GITHUB;
  const repository = isGitHub ? path.replace(/\.git$/, '') : path;
  if (isGitHub && !/^\/[^/]+\/[^/]+$/.test(repository))
    throw wrong('An address at GitHub is https://github.com/<owner>/<name>.');
  const chosen = { ...refIn(fragment), ...chosenIn(url.searchParams) };
  return { url: `${url.origin}${repository}`, ...(place === undefined ? chosen : { place }) };
}

/** A view of the page of an exported site begins with `/`. */
function refIn(fragment: string): Pick<RegistryAddress, 'ref'> {
  const isView = fragment === '' || fragment === 'readme' || fragment.startsWith('/');
  return isView ? {} : { ref: decode(fragment) };
}

/** Of pages: the tab, the kind of the ref, Azure's view. */
const VIEWS: readonly string[] = ['tab', 'ref_type', '_a'];

/** `?ref=<ref>`, Bitbucket's `?at=<ref>`, Azure's `?version=GB<branch>&path=<folder>`. */
function chosenIn(query: URLSearchParams): Pick<RegistryAddress, 'ref' | 'folder'> {
  const chosen: { ref?: string; folder?: string } = {};
  for (const [name, value] of query) {
    const ref =
      name === 'version' ? /^G[BTC](.+)$/.exec(value)?.[1] : value.replace(/^refs\/(?:heads|tags)\//, '');
    if (name === 'path') chosen.folder = checkFolder(value);
    else if (['ref', 'at', 'version'].includes(name) && ref) chosen.ref = ref;
    else if (!VIEWS.includes(name))
      throw wrong(
        `The address has ?${printable(name)}=…, which is not understood. Leave it out, and name branch and folder with --ref and --folder.`,
      );
  }
  return chosen;
}

/** Equal for the same repository. */
export function addressIdentity(url: string): string {
  const plain = url.replace(/\.git$/, '');
  return plain.startsWith(`${GITHUB}/`) ? plain.toLowerCase() : plain;
}

export function nameFromAddress(url: string): string {
  const last = url.split(/[/:]/).at(-1) ?? '';
  const name = decode(last)
    .replace(/\.git$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, 60);
  return isRegistryName(name) ? name : 'registry';
}

/** Beside the registry's folder. */
const TAKEN_NAMES: readonly string[] = [COMMIT_FILE, FACTS_FILE];

/** Valid folder name on all systems; never like a path or option. */
export function isRegistryName(name: string): boolean {
  return (
    /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/.test(name) &&
    !isWindowsDevice(name) &&
    !TAKEN_NAMES.includes(name)
  );
}

/** `ssh://…` or `user@host:path`. */
export function isSshAddress(address: string): boolean {
  return /^ssh:\/\//i.test(address) || /^[^@/:]+@[^@/:]+:(?!\/\/)/.test(address);
}

/** A leading `-` would be an ssh option. */
const SSH =
  /^(?:ssh:\/\/(?:\w[\w.-]*@)?\w[\w.-]*(?::\d{1,5})?\/|\w[\w.-]*@\w[\w.-]*:)(?!-)(?:[\w.~/+-]|%[0-9a-f]{2})+$/i;

function checkSsh(address: string): string {
  if (SSH.test(address)) return address;
  if (/^ssh:\/\/[^/]*:[^/]*@/i.test(address))
    throw wrong(
      'An address with a password would end up in lists and logs. Leave it out; ssh uses your keys.',
    );
  throw wrong('An address for ssh is ssh://<user>@<host>/<path> or <user>@<host>:<path>.');
}

function toUrl(typed: string): URL {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    if (URL.canParse(typed)) return new URL(typed);
    throw wrong('This is not an address. Give https://<host>/<path>, or <owner>/<name> for GitHub.');
  }
  if (/^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\/[\w.-]+$/.test(typed) && !/\/\.{1,2}$/.test(typed))
    return new URL(`${GITHUB}/${typed}`);
  const withHost = `https://${typed}`;
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?\/[^/]/.test(typed) && URL.canParse(withHost)) return new URL(withHost);
  const isPath = /^[./~\\]|^[A-Za-z]:[\\/]/.test(typed);
  throw wrong(
    isPath
      ? 'This is a folder, not an address. To serve the folder: skills-registry serve -r <folder>'
      : 'This is not an address. Give https://<host>/<path>, or <owner>/<name> for GitHub.',
  );
}

function refuseUser(url: URL): void {
  if (url.username === '' && url.password === '') return;
  throw wrong(
    "An address with a user or password would end up in lists and logs. Leave it out: git's credential helper keeps it.",
  );
}

function refuseScheme(url: URL): void {
  if (url.protocol === 'https:') return;
  if (url.protocol === 'http:' && isLoopbackName(url.hostname)) return;
  if (url.protocol === 'http:')
    throw wrong(
      `http:// can be read and changed on its way. Use https://${url.host}${printable(url.pathname)}`,
    );
  throw wrong(`${url.protocol}// is not supported. Give an address that begins with https://.`);
}

/** GitHub, GitLab, Gitea and Forgejo, Bitbucket. */
const PAGES = [
  /^(?<path>\/.+?)\/-\/(?:tree|blob|commit)\/(?<place>.+)$/,
  /^(?<path>\/[^/]+\/[^/]+)\/(?:tree|blob|commit)\/(?<place>.+)$/,
  /^(?<path>\/[^/]+\/[^/]+)\/src\/(?:branch|tag|commit)\/(?<place>.+)$/,
  /^(?<path>\/[^/]+\/[^/]+)\/src\/(?<place>.+)$/,
] as const;

function splitPage({ pathname, hostname }: URL): { readonly path: string; readonly place?: string } {
  const plain = pathname.replace(/\/{2,}/g, '/').replace(/\/+$/, '');
  for (const page of PAGES) {
    const { path, place } = page.exec(plain)?.groups ?? {};
    // Only Bitbucket uses `/src/<ref>`.
    if (path === undefined || place === undefined || (page === PAGES[3] && hostname !== 'bitbucket.org'))
      continue;
    return { path, place: checkFolder(decode(place)) };
  }
  return { path: plain };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrong(sentence: string): WrongRequest {
  return new WrongRequest(sentence);
}

/** Which entries of a client's settings are about this service, whoever wrote them and under whatever name. Pure. */
import { type ConnectTarget, SERVER_NAME } from '../contract/clients/mcp-clients.ts';
import { isLoopbackName, portOf } from '../contract/service/service-address.ts';
import { isObject, type JsonObject } from './read-servers.ts';

/** Where the name is taken by another server. */
export const SECOND_NAME = `${SERVER_NAME}-2`;
/** The names that were ever given to it: behind any address of this machine it is taken for ours. */
const GIVEN_NAMES = [SERVER_NAME, SECOND_NAME, 'skills'];
/** Members for an address, over all clients. */
const ADDRESS_KEYS = ['url', 'httpUrl', 'serverUrl', 'uri'];
/** Our script or command, by its path or its name, or as a package to fetch. */
const OWN_PROGRAM =
  /(?:^|[\\/])skills-registry(?:\.[cm]?js|\.cmd|\.exe)?(?:@[\w.-]+)?$|[\\/]dist[\\/]server[\\/]skills\.js$/;
/** Its name before; others have a command of that name, so it counts under a name of ours alone. */
const FORMER_PROGRAM = /(?:^|[\\/])skills(?:\.js|\.cmd|\.exe)?$/;

/** The names of all entries that are ours: the one to keep first. */
export function ownNames(servers: JsonObject, target: ConnectTarget): readonly string[] {
  const names = Object.keys(servers).filter((name) => isOwn(name, servers[name], target));
  return names.toSorted((a, b) => rank(a) - rank(b));
}

function rank(name: string): number {
  const at = GIVEN_NAMES.indexOf(name);
  return at === -1 ? GIVEN_NAMES.length : at;
}

function isOwn(name: string, entry: unknown, target: ConnectTarget): boolean {
  if (!isObject(entry)) return false;
  const address = addressOf(entry)?.value;
  const words = wordsOf(entry);
  if (address === undefined && words.length === 0) return name === SERVER_NAME;
  return (
    (address !== undefined && isOwnAddress(name, address, target)) ||
    (words.includes('mcp') &&
      words.some(
        (word) => OWN_PROGRAM.test(word) || (rank(name) < GIVEN_NAMES.length && FORMER_PROGRAM.test(word)),
      ))
  );
}

function isOwnAddress(name: string, address: string, { mcpUrl }: ConnectTarget): boolean {
  if (!URL.canParse(address)) return name === SERVER_NAME;
  const said = new URL(address);
  if (isSameHost(said, new URL(mcpUrl))) return true;
  return GIVEN_NAMES.includes(name) && isLoopbackName(said.hostname);
}

/** Whether two addresses lead to one port; the names of this machine are one. */
export function isSameHost(a: URL, b: URL): boolean {
  const host = ({ hostname }: URL) => (isLoopbackName(hostname) ? 'loopback' : hostname);
  return host(a) === host(b) && portOf(a) === portOf(b);
}

/** The address that an entry names, and under which member, in whatever case; undefined where it names none. */
export function addressOf(entry: JsonObject): { readonly key: string; readonly value: string } | undefined {
  const inAnyCase = Object.keys(entry).filter((key) =>
    ADDRESS_KEYS.some((known) => known.toLowerCase() === key.toLowerCase()),
  );
  return [...ADDRESS_KEYS, ...inAnyCase]
    .map((key) => ({ key, value: entry[key] }))
    .find((found): found is { key: string; value: string } => typeof found.value === 'string');
}

/** The program that an entry starts and its arguments; empty where it starts none. Some clients have them in one list. */
export function wordsOf({ command, cmd, args }: JsonObject): readonly string[] {
  const listed = [command ?? cmd, args].flat();
  return typeof (command ?? cmd) === 'string' || Array.isArray(command)
    ? listed.filter((word): word is string => typeof word === 'string')
    : [];
}

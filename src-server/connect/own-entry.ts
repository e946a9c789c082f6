/** Recognizes our entries under any name. */

import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import { type ConnectTarget, SERVER_NAME } from '../contract/clients/mcp-clients.ts';
import { isLoopbackName, portOf } from '../contract/service/service-address.ts';

/** Used if another server has our name. */
export const SECOND_NAME = `${SERVER_NAME}-2`;
/** All names ever used for our entry. With them, any local address is ours. */
const GIVEN_NAMES = [SERVER_NAME, SECOND_NAME, 'skills'];
const ADDRESS_KEYS = ['url', 'httpUrl', 'serverUrl', 'uri'];
/** Path, name, or package to fetch. */
const OWN_PROGRAM =
  /(?:^|[\\/])skills-registry(?:\.[cm]?js|\.cmd|\.exe)?(?:@[\w.-]+)?$|[\\/]dist[\\/]server[\\/]skills\.js$/;
/** Our former name, shared with other programs: valid only in entries with our name. */
const FORMER_PROGRAM = /(?:^|[\\/])skills(?:\.js|\.cmd|\.exe)?$/;

export function ourEntryNames(servers: JsonObject, target: ConnectTarget): readonly string[] {
  const names = Object.keys(servers).filter((name) => isOwn(name, servers[name], target));
  return names.toSorted((a, b) => rank(a) - rank(b));
}

function rank(name: string): number {
  const at = GIVEN_NAMES.indexOf(name);
  return at === -1 ? GIVEN_NAMES.length : at;
}

function isOwn(name: string, entry: unknown, target: ConnectTarget): boolean {
  if (!isJsonObject(entry)) return false;
  const address = addressOf(entry)?.value;
  const words = commandWordsOf(entry);
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

/** Loopback names are equal. */
export function isSameHost(a: URL, b: URL): boolean {
  const host = ({ hostname }: URL) => (isLoopbackName(hostname) ? 'loopback' : hostname);
  return host(a) === host(b) && portOf(a) === portOf(b);
}

/** Ignores the case of keys. */
export function addressOf(entry: JsonObject): { readonly key: string; readonly value: string } | undefined {
  const inAnyCase = Object.keys(entry).filter((key) =>
    ADDRESS_KEYS.some((known) => known.toLowerCase() === key.toLowerCase()),
  );
  return [...ADDRESS_KEYS, ...inAnyCase]
    .map((key) => ({ key, value: entry[key] }))
    .find((found): found is { key: string; value: string } => typeof found.value === 'string');
}

/** Some clients keep both in one list. */
export function commandWordsOf({ command, cmd, args }: JsonObject): readonly string[] {
  const listed = [command ?? cmd, args].flat();
  return typeof (command ?? cmd) === 'string' || Array.isArray(command)
    ? listed.filter((word): word is string => typeof word === 'string')
    : [];
}

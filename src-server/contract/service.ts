import type { RegistryUpdate } from './added-registries.ts';
import type { ServedLayer, SkillKey, Status } from './api.ts';
import type { Infer } from './schema.ts';
import type { discoveryFileSchema } from './schemas/files.ts';
import { countWords, groupDigits } from './words.ts';

/**
 * What a running service writes into `<data>/skills-registry/servers/<pid>.json`, so that programs of the same user
 * find it: its process, its address, and the root of its uppermost registry. `secret` is in the file alone: with it,
 * a service proves at its address that the file is its own. `program` and `secret` are absent in files of older
 * versions.
 */
export type DiscoveryFile = Infer<typeof discoveryFileSchema>;

/** A header of requests with a nonce: the service proves with it that it has the secret of the discovery file. */
export const NONCE_HEADER = 'skills-nonce';
/** A header of answers with the HMAC-SHA256 of the nonce. */
export const PROOF_HEADER = 'skills-proof';

/** A header of requests with the MCP client, in Base64, for whom a program of this user asks. */
export const CLIENT_HEADER = 'skills-client';

/** What answers at an address. `refuses-name`: our service, which rejects the host name. */
export type ServiceProbe = 'ours' | 'refuses-name' | 'none-of-ours';

export const FOREIGN_HOST = 'This service does not answer to the name in the Host header.';

export interface OfflineRegistry {
  readonly folder: string;
  readonly isGone?: true;
}

export type LayerChoice =
  | { readonly folder: string }
  /** The name of an added registry. */
  | { readonly added: string }
  /** All added registries in the user's order, also those that are added later. */
  | { readonly allAdded: true };

/** Identifies a layer: the root of a folder, or the name of an added registry. */
export type LayerId = string;

/** Returns the layers that a service serves, the uppermost first; undefined for a service of an older version. */
export function layerIds({ registries }: Pick<Status, 'registries'>): readonly LayerId[] | undefined {
  return Array.isArray(registries)
    ? registries.map(({ path, name }: ServedLayer) => path ?? name)
    : undefined;
}

/** The levels of the log, the most important first. `debug` has a line for each request. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * What a service keeps of the calls of agents: nothing, the latest in memory, or also the numbers of reads of seven days
 * in a file.
 */
export type ActivityRecording = 'off' | 'memory' | 'counted';

/** Where a service says what it does. Secrets and texts of skills are never logged. */
export type Logger = Readonly<Record<LogLevel, LogFunction>> & {
  /** Whether lines of `debug` are shown: others needn't be made. */
  readonly isDebug: boolean;
};

/**
 * Writes a line of the log.
 *
 * @param details values that JSON can hold
 */
export type LogFunction = (message: string, details?: Readonly<Record<string, unknown>>) => void;

export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {}, isDebug: false };

export interface Advice {
  readonly title: string;
  readonly fix?: string;
  readonly line?: string;
}

/** Puts an advice into one line. The line to copy stands last, without full stop. */
function adviceLine({ title, fix, line }: Advice): string {
  const sentences = fix === undefined ? title : `${title} ${fix}`;
  return line === undefined ? sentences : `${sentences.replace(/\.$/, '')}: ${line}`;
}

/** @param isHung sends SIGKILL: other signals are ignored */
export function killLine(pid: number, platform: string, isHung: boolean): string {
  if (platform === 'win32') return `taskkill /F /PID ${pid}`;
  return isHung ? `kill -9 ${pid}` : `kill ${pid}`;
}

export interface LostRegistryService {
  readonly file: DiscoveryFile;
  readonly status: Pick<Status, 'registry'>;
}

export const LOST_REGISTRY_STATE = 'serves its registry as it was last read';

/** Whether the folder of a service can't be read now. False if nobody can know, as behind a token. */
export function hasLostRegistry<T extends { readonly status?: Pick<Status, 'registry'> }>(
  service: T,
): service is T & { readonly status: Pick<Status, 'registry'> } {
  return service.status?.registry.available === false;
}

export function lostRegistryAdvice(
  { file: { app, url, port }, status: { registry } }: LostRegistryService,
  cliLine: ((args: readonly string[]) => string) | undefined,
): Advice {
  const title = `The service at ${url} ${LOST_REGISTRY_STATE}. ${lostRegistryReason(registry)}`;
  if (app === 'tray') return { title, fix: 'Restore the folder, or open another registry in the app.' };
  const line = cliLine?.(['stop', '--port', String(port)]);
  const fix = 'Restore the folder, or stop the service and serve another registry.';
  return line === undefined ? { title, fix } : { title, fix, line };
}

function lostRegistryReason({ path, reason }: Status['registry']): string {
  return reason ?? `The registry ${path} can't be read now.`;
}

export function lostRegistryLine(
  service: LostRegistryService,
  cliLine: (args: readonly string[]) => string,
): string {
  return adviceLine(lostRegistryAdvice(service, cliLine));
}

/** Says that the registry which was served last is gone, and what to do. */
export function goneLine(folder: string, cliLine: (args: readonly string[]) => string): string {
  return adviceLine({
    title: `The remembered registry ${folder} is gone, or can’t be read.`,
    fix: 'Restore the folder, or serve another registry.',
    line: cliLine(['serve', '-r', '<folder>']),
  });
}

/** Names of this machine as they stand in `Host`; IPv6 without brackets. */
const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

export function isLoopbackName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return LOOPBACK_NAMES.includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The name of the machine within containers of Docker Desktop, Podman and, if configured, Docker. */
export const CONTAINER_HOST = 'host.docker.internal';

/**
 * Whether other machines may ask the service: it listens at another address, or has another name, by which a proxy
 * passes their requests on to a loopback address.
 */
export function reachesOthers(host: string, allowedHosts: readonly string[]): boolean {
  const isLocal = (name: string) => isLoopbackName(name) || name === CONTAINER_HOST;
  return !isLoopbackName(host) || !allowedHosts.every(isLocal);
}

/** Returns the address of a service, `http://127.0.0.1:8701`; loopback if it listens at all addresses. */
export function serviceUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

export function portOf({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

export const DEFAULT_PORT = 8701;
/** The host that a service listens at. `localhost` may be another address family, and alerts some firewalls. */
export const DEFAULT_HOST = '127.0.0.1';
/** Milliseconds between scans of everything, which find changes that no event told of. */
export const DEFAULT_SCAN_INTERVAL_MS = 30_000;

/**
 * Tells what agents get: `Agents get 66 of 85 skills from ~/registry. 17 are withheld, 2 are not served.`
 *
 * @param from with its preposition, such as `from ~/registry`; empty where the reader knows it
 */
export function agentsGetWords(counts: Status['counts'], from = ''): string {
  const { skills, served = skills, folders = skills } = counts;
  const place = from === '' ? '' : ` ${from}`;
  if (folders === 0) return `Agents get no skills${place}: there are none.`;
  if (served === folders) return `Agents get ${countWords(served, 'skill')}${place}.`;
  const all = `${countWords(folders, 'skill')}${place}`;
  return `Agents get ${served === 0 ? 'none' : groupDigits(served)} of ${all}. ${othersWords(counts)}.`;
}

/** Tells what agents don't get: `17 are withheld, 2 are not served`; empty where they get all. */
export function othersWords({ withheld = 0, notServed = 0, drafts = 0 }: Status['counts']): string {
  const say = (number: number, one: string, many: string) =>
    number === 0 ? [] : [`${groupDigits(number)} ${number === 1 ? one : many}`];
  return [
    ...say(withheld, 'is withheld', 'are withheld'),
    ...say(notServed, 'is not served', 'are not served'),
    ...say(drafts, 'is a draft', 'are drafts'),
  ].join(', ');
}

/** Counts the skills that an update brought: `1 skill`, `12 skills`; undefined for none. */
export function changedSkills({ added, changed, removed }: RegistryUpdate): string | undefined {
  const all = [...added, ...changed, ...removed];
  return all.length === 0 ? undefined : skillsIn(all);
}

export function skillsIn(keys: readonly SkillKey[]): string {
  return `${groupDigits(keys.length)} ${keys.length === 1 ? 'skill' : 'skills'}`;
}

/** Says that the skill that answers best is withheld, so that a neighbour doesn't look like the answer. */
export function withheldSentence(key: string, why: string): string {
  return `${key} is withheld: ${withoutQuotes(why)}. Don't copy it. Other answers are about other libraries.`;
}

/** Returns whether a sentence of `withheldSentence` is about a skill. */
export function isSaidWithheld(sentence: string | undefined, key: string): boolean {
  return sentence?.startsWith(`${key} is withheld`) === true;
}

/** Warns beside a skill that people get and agents don't, without the words of the author that are the reason. */
export function withheldWarning(why: string): string {
  return `Agents don't get this skill: ${withoutQuotes(why)}. Don't copy it.`;
}

/**
 * Takes the quotation out of a reason, which agents read: `pitfalls.md asks for silence` of `pitfalls.md asks for
 * silence: “never mention …”`.
 */
export function withoutQuotes(why: string): string {
  return why.replace(/: “.*$/s, '');
}

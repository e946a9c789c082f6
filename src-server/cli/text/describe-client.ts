/** How clients stand: what their settings say, then what they were seen to do. Pure. */

import { lackWords, offlineWords, startingFreely } from '../../connect/doctor/started-findings.ts';
import type { ClientCalls } from '../../contract/clients/client-calls.ts';
import type { ClientState, Connection } from '../../contract/clients/connect.ts';
import type { DiscoveryFile, OfflineRegistry } from '../../contract/service/discovery.ts';
import { silentLine } from '../../contract/service/silent-service.ts';

/** A running service as the list of clients tells it. */
export interface ServiceFacts {
  readonly url: string;
  readonly registry: string;
  /** That its registry is away, and what to do; absent where it is there. */
  readonly away?: string;
}

/** How a time is told, such as `3 min ago`. */
export type TellTime = (iso: string) => string;

/** A line for each that is here, and one for all others. */
export function describeClients(clients: readonly ClientState[], tellTime: TellTime): readonly string[] {
  const away = clients.filter((client) => !isHere(client)).map(({ id }) => id);
  return [
    ...clients.filter(isHere).map((client) => describeClient(client, tellTime)),
    ...(away.length === 0 ? [] : [`Not found on this computer: ${away.join(', ')}`]),
  ];
}

/** Whether it is on this computer, set up for us, or was heard of. */
export function isHere({
  installed,
  connection,
  seen,
}: Pick<ClientState, 'installed' | 'connection' | 'seen'>): boolean {
  return installed || connection.state !== 'absent' || seen !== undefined;
}

/** One client's line. */
export function describeClient(
  {
    id,
    installed,
    connection,
    seen,
  }: Pick<ClientState, 'installed' | 'connection' | 'seen'> & { readonly id: string },
  tellTime: TellTime,
): string {
  const missing = installed || seen !== undefined ? '' : ' (this client was not found on this computer)';
  const did = seen === undefined ? '' : `, ${seenWords(seen, tellTime)}`;
  return `${id.padEnd(16)}${connectionWords(connection)}${missing}${did}`;
}

/** A client that only started, or called in vain, proves nothing. */
function seenWords({ lastAt, lastCall }: ClientCalls, tellTime: TellTime): string {
  return lastCall === undefined
    ? `heard of ${tellTime(lastAt)}, no call answered so far`
    : `last called ${tellTime(lastCall)}`;
}

function connectionWords(connection: Connection): string {
  switch (connection.state) {
    case 'absent':
      return 'not connected';
    case 'connected':
      if (connection.by === 'address') return 'connected, asks its address';
      return `connected, ${startWords(connection)}`;
    case 'broken':
      return `can’t work: ${connection.faults[0]?.says ?? ''}`;
    case 'outdated':
      return `connected to another address or copy: ${connection.says}`;
    case 'unreadable':
      return connection.reason;
  }
}

function startWords({ registry, lacksRegistry }: Extract<Connection, { state: 'connected' }>): string {
  if (lacksRegistry !== undefined) return `but its registry ${registry} ${lackWords(lacksRegistry)}`;
  return `starts it by itself${registry === undefined ? '' : ` for ${registry}`}`;
}

/** The service that runs, and those that hang, as the list of clients tells them. */
export function describeService(
  { url, registry, away }: ServiceFacts,
  silent: readonly DiscoveryFile[],
): readonly string[] {
  return [away ?? `The service runs at ${url} and serves ${registry}.`, ...describeHung(silent)];
}

function describeHung(silent: readonly DiscoveryFile[]): readonly string[] {
  return silent.map((file) => silentLine(file, process.platform));
}

/** What there is where no service answers. */
export interface SilenceFacts {
  /** Services whose process lives and that don't answer. */
  readonly silent: readonly DiscoveryFile[];
  /** The one of those that holds the port which clients are sent to: another can't be started there. */
  readonly holder: DiscoveryFile | undefined;
  readonly offline: OfflineRegistry | undefined;
  /** Whether what is connected now starts the program by itself, unless something else is asked for. */
  readonly startsProgram: boolean;
}

/**
 * What clients get while no service answers.
 *
 * @param start the line that starts one
 */
export function describeSilence(
  { silent, holder, offline, startsProgram }: SilenceFacts,
  clients: readonly ClientState[],
  start: string,
): readonly string[] {
  const from = offlineWords(offline);
  const free = startingFreely(clients).map(({ name }) => name);
  const asking = clients.flatMap(({ name, connection }) =>
    connection.state === 'connected' && connection.by === 'address' ? [name] : [],
  );
  return [
    silent.length === 0 ? 'Nothing runs now.' : 'No service answers now.',
    ...describeHung(silent),
    ...(free.length === 0 ? [] : [`Started by ${free.join(', ')}, the program answers from ${from}.`]),
    ...(asking.length === 0
      ? []
      : [
          `At the address ${asking.join(', ')} can’t get an answer until you ${holder === undefined ? '' : 'end what hangs there and '}start it, in the app or here: ${start}`,
        ]),
    ...(!startsProgram || clients.some(({ connection }) => connection.state === 'connected')
      ? []
      : [`What you connect starts the program by itself, which answers from ${from}.`]),
  ];
}

/** Settings, then calls. */

import { lackWords, offlineWords, startingFreely } from '../../connect/doctor/started-findings.ts';
import type { ClientCalls } from '../../contract/clients/client-calls.ts';
import type { ClientState, Connection } from '../../contract/clients/connect.ts';
import type { DiscoveryFile, OfflineRegistry } from '../../contract/service/discovery.ts';
import { silentLine } from '../../contract/service/silent-service.ts';

export interface ServiceFacts {
  readonly url: string;
  readonly registry: string;
  /** For a lost registry. */
  readonly away?: string;
}

/** `3 min ago` */
export type TellTime = (iso: string) => string;

/** One line per present client, one for all others. */
export function describeClients(clients: readonly ClientState[], tellTime: TellTime): readonly string[] {
  const away = clients.filter((client) => !isHere(client)).map(({ id }) => id);
  return [
    ...clients.filter(isHere).map((client) => describeClient(client, tellTime)),
    ...(away.length === 0 ? [] : [`Not found on this computer: ${away.join(', ')}`]),
  ];
}

/** Installed, connected, or has called. */
export function isHere({
  installed,
  connection,
  seen,
}: Pick<ClientState, 'installed' | 'connection' | 'seen'>): boolean {
  return installed || connection.state !== 'absent' || seen !== undefined;
}

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

/** Only answered calls prove a connection. */
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

export function describeFoundService(
  { url, registry, away }: ServiceFacts,
  silent: readonly DiscoveryFile[],
): readonly string[] {
  return [away ?? `The service runs at ${url} and serves ${registry}.`, ...describeHung(silent)];
}

function describeHung(silent: readonly DiscoveryFile[]): readonly string[] {
  return silent.map((file) => silentLine(file, process.platform));
}

/** Without responsive service. */
export interface SilenceFacts {
  /** Running, not responding. */
  readonly silent: readonly DiscoveryFile[];
  /** On the clients' port. Prevents a new start. */
  readonly holder: DiscoveryFile | undefined;
  readonly offline: OfflineRegistry | undefined;
  /** New connections start the program. */
  readonly startsProgram: boolean;
}

/**
 * What clients get without responsive service.
 *
 * @param start starts a service
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
    silent.length === 0 ? 'No service runs.' : 'No service answers.',
    ...describeHung(silent),
    ...(free.length === 0 ? [] : [`Started by ${free.join(', ')}, the program answers from ${from}.`]),
    ...(asking.length === 0
      ? []
      : [
          `At the address ${asking.join(', ')} can’t get an answer until you ${holder === undefined ? '' : 'end what hangs there and '}start it, in the app or here: ${start}`,
        ]),
    ...(!startsProgram || clients.some(({ connection }) => connection.state === 'connected')
      ? []
      : [`A connected client starts the program, which answers from ${from}.`]),
  ];
}

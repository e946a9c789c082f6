/** How clients stand: what their settings say, then whether they asked. Pure. */
import type { McpCaller } from '../contract/api.ts';
import type { ClientState, Connection } from '../contract/connect.ts';

/** A running service as the list of clients tells it. */
export interface ServiceFacts {
  readonly url: string;
  readonly registry: string;
}

/** A client, and what it was seen to do. */
export type ListedClient = ClientState & { readonly seen?: Pick<McpCaller, 'lastAt' | 'requests'> };

/** A line for each that is here, and one for all others. */
export function describeClients(clients: readonly ListedClient[]): readonly string[] {
  const away = clients.filter((client) => !isHere(client)).map(({ id }) => id);
  return [
    ...clients.filter(isHere).map(describeClient),
    ...(away.length === 0 ? [] : [`Not found on this computer: ${away.join(', ')}`]),
  ];
}

/** Whether it is on this computer, set up for us, or has asked. */
export function isHere({
  installed,
  connection,
  seen,
}: Pick<ListedClient, 'installed' | 'connection' | 'seen'>): boolean {
  return installed || connection.state !== 'absent' || seen !== undefined;
}

/** One client's line. */
export function describeClient({
  id,
  installed,
  connection,
  seen,
}: Pick<ListedClient, 'installed' | 'connection' | 'seen'> & { readonly id: string }): string {
  const missing = installed || seen !== undefined ? '' : ', not found on this computer';
  const asked = seen === undefined ? '' : `, asked ${timesWords(seen.requests)}, last at ${seen.lastAt}`;
  return `${id.padEnd(16)}${connectionWords(connection)}${missing}${asked}`;
}

const timesWords = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function connectionWords(connection: Connection): string {
  switch (connection.state) {
    case 'absent':
      return 'not connected';
    case 'connected':
      return connection.by === 'command' ? 'connected, starts it by itself' : 'connected, asks its address';
    case 'broken':
      return `can’t work: ${connection.faults[0]?.says ?? ''}`;
    case 'outdated':
      return `connected to another address or copy: ${connection.says}`;
    case 'unreadable':
      return `settings can’t be understood: ${connection.reason}`;
  }
}

/** @param start the line that starts one */
export function describeService(service: ServiceFacts | undefined, start: string): string {
  return service === undefined
    ? `Nothing runs now. A client that starts it by itself needs nothing; one that asks its address gets no answer until you start it: ${start}, or the app.`
    : `The service runs at ${service.url} and serves ${service.registry}.`;
}

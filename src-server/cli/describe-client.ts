/** How clients stand, a line each: what their settings say, then whether they asked. Pure. */
import type { McpCaller } from '../contract/api.ts';
import type { ClientState, Connection } from '../contract/connect.ts';

/** A running service as the list of clients tells it. */
export interface ServiceFacts {
  readonly url: string;
  readonly registry: string;
}

export function describeClient({
  id,
  installed,
  connection,
  seen,
}: ClientState & { readonly seen?: Pick<McpCaller, 'lastAt' | 'requests'> }): string {
  const isHere = installed || connection.state !== 'absent' || seen !== undefined;
  const asked = seen === undefined ? '' : `, asked ${seen.requests} times, last at ${seen.lastAt}`;
  return `${id.padEnd(16)}${isHere ? connectionWords(connection) : 'not found on this computer'}${asked}`;
}

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
    ? `Nothing runs now. Clients that ask an address get no answer until you start it: ${start}, or the app.`
    : `The service runs at ${service.url} and serves ${service.registry}.`;
}

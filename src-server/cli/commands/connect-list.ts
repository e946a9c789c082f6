import { lackWords } from '../../connect/doctor.ts';
import type { ClientState, Connection, ConnectRequest } from '../../contract/clients/clients.ts';
import { printable, printableJson } from '../../contract/outside-text.ts';
import { goneLine, hasLostRegistry, lostRegistryLine } from '../../contract/service.ts';
import { agoWords } from '../../contract/words.ts';
import { type CliIo, cliLine } from '../cli-io.ts';
import type { OwnConnector } from '../own-connector.ts';

/** `skills-registry connect` without client. */
export async function listClients(
  own: OwnConnector,
  request: ConnectRequest,
  json: boolean,
  io: CliIo,
): Promise<void> {
  const clients = await own.connector.list(request);
  const { file } = own.service ?? {};
  const service = file === undefined ? null : { url: file.url, registry: file.registry };
  if (json) return io.out(printableJson({ service, clients }, 2));
  const here = clients.filter(isHere);
  const away = clients.filter((client) => !here.includes(client)).map(({ id }) => id);
  const isConnected = here.some(({ connection }) => connection.state === 'connected');
  const lines = [
    ...here.map((client) => describeClient(client)),
    ...(away.length === 0 ? [] : [`Not found on this computer: ${away.join(', ')}`]),
    '',
    ...(await describeService(own, io)),
    ...(isConnected
      ? []
      : [
          `Connect a client (shows the change; --write writes the change): ${cliLine(['connect', here[0]?.id ?? 'claude-code'], io)}`,
        ]),
  ];
  io.out(lines.map(printable).join('\n'));
}

/** Installed, connected, or has called. */
export function isHere({ installed, connection, seen }: ClientState): boolean {
  return installed || connection.state !== 'absent' || seen !== undefined;
}

/** Settings, then calls. */
export function describeClient({ id, installed, connection, seen }: ClientState): string {
  const missing = installed || seen !== undefined ? '' : ' (this client was not found on this computer)';
  // Only answered calls prove a connection.
  const calls =
    seen?.lastCall === undefined
      ? seen && `heard of ${agoWords(seen.lastAt)}, no call answered so far`
      : `last called ${agoWords(seen.lastCall)}`;
  return `${id.padEnd(16)}${connectionWords(connection)}${missing}${calls === undefined ? '' : `, ${calls}`}`;
}

function connectionWords(connection: Connection): string {
  switch (connection.state) {
    case 'absent':
      return 'not connected';
    case 'connected': {
      const { by, registry, lacksRegistry } = connection;
      if (by === 'address') return 'connected, asks its address';
      if (lacksRegistry !== undefined)
        return `connected, but its registry ${registry} ${lackWords(lacksRegistry)}`;
      return `connected, starts it by itself${registry === undefined ? '' : ` for ${registry}`}`;
    }
    case 'broken':
      return `can’t work: ${connection.faults[0]?.says ?? ''}`;
    case 'outdated':
      return `connected to another address or copy: ${connection.says}`;
    case 'unreadable':
      return connection.reason;
  }
}

/** Or what a program without `-r` gets without one. */
async function describeService(
  { service, heard, offline }: OwnConnector,
  io: CliIo,
): Promise<readonly string[]> {
  const line = (args: readonly string[]) => cliLine(args, io);
  const silent = heard.silent.map(({ url }) => `The service at ${url} does not answer.`);
  if (service !== undefined) {
    const { url, registry } = service.file;
    const runs = `The service runs at ${url} and serves ${registry}.`;
    return [hasLostRegistry(service) ? lostRegistryLine(service, line) : runs, ...silent];
  }
  const source = await offline();
  return [
    silent.length === 0 ? `No service runs. Start one: ${line(['serve'])}` : 'No service answers.',
    ...silent,
    source?.isGone
      ? goneLine(source.folder, line)
      : `A client that starts the program gets ${source === undefined ? 'the registry that it is opened in, else the sample' : `${source.folder}, the remembered registry`}.`,
  ];
}

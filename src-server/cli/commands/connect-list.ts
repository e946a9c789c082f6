import type { ClientState, ConnectRequest } from '../../contract/clients/connect.ts';
import { goneLine } from '../../contract/service/lost-registry.ts';
import { agoWords } from '../../contract/words/age-words.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { cliLine } from '../own-command.ts';
import type { OwnConnector } from '../own-connector.ts';
import { describeClients, describeFoundService, describeSilence, isHere } from '../text/describe-client.ts';
import { lostRegistry } from '../text/started-line.ts';
import { describePointers } from './connect-pointer.ts';

/** `skills-registry connect` without client. */
export async function listClients(
  own: OwnConnector,
  request: ConnectRequest,
  json: boolean,
  io: CliIo,
): Promise<void> {
  const clients = await own.connector.list(request);
  if (json) return io.out(printableJson({ service: own.service ?? null, clients }, 2));
  const lines = [
    ...describeClients(clients, (iso) => agoWords(iso)),
    '',
    ...(await describeRunning(own, clients, request, io)),
    ...firstStep(clients, io),
    ...clients.flatMap((client) => lostRegistry(client, io)),
    ...(await describePointers(clients, request.project, own, io)),
  ];
  io.out(lines.map(printable).join('\n'));
}

/** Or the fallback of clients. */
async function describeRunning(
  own: OwnConnector,
  clients: readonly ClientState[],
  request: ConnectRequest,
  io: CliIo,
): Promise<readonly string[]> {
  if (own.service !== undefined) return describeFoundService(own.service, own.silent);
  // Shared project settings always use the address: see `Connector`.
  const startsProgram = own.startsProgram && request.project === undefined;
  const offline = await own.offline();
  return [
    ...describeSilence({ ...own, offline, startsProgram }, clients, cliLine(['serve'], io)),
    ...(offline?.isGone ? [goneLine(offline.folder, (args) => cliLine(args, io))] : []),
  ];
}

function firstStep(clients: readonly ClientState[], io: CliIo): readonly string[] {
  if (clients.some(({ connection }) => connection.state === 'connected')) return [];
  const first = clients.find(isHere)?.id ?? 'claude-code';
  const what = cliLine(['connect', first], io);
  return [`Connect a client (shows the change; --write writes the change): ${what}`];
}

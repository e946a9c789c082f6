import { namedFinding, offlineWords } from '../../connect/doctor/started-findings.ts';
import type { ClientState } from '../../contract/clients/connect.ts';
import { adviceLine } from '../../contract/service/advice-line.ts';
import { printable } from '../../contract/words/printable.ts';
import type { CliIo } from '../cli-io.ts';
import { cliLine } from '../own-command.ts';
import type { OwnConnector } from '../own-connector.ts';

/** Registry of a client-started program. */
export async function startedLine(
  client: ClientState,
  { offline, service }: OwnConnector,
  io: CliIo,
): Promise<readonly string[]> {
  const { connection } = client;
  if (connection.state !== 'connected' || connection.by === 'address') return [];
  if (connection.lacksRegistry) return lostRegistry(client, io);
  if (connection.registry === undefined && service?.away !== undefined)
    return [printable(`The client’s program asks the running service. ${service.away}`)];
  const from = connection.registry ?? `the running service, otherwise from ${offlineWords(await offline())}`;
  return [printable(`The client’s program answers from ${from}.`)];
}

/** Advice for a missing registry. */
export function lostRegistry(client: ClientState, io: Pick<CliIo, 'env' | 'cwd'>): readonly string[] {
  const finding = namedFinding(client, (args) => cliLine(args, io));
  return finding?.fix === undefined ? [] : [printable(adviceLine(finding))];
}

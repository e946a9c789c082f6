import type { ClientState, DoctorFinding, RegistryLack } from '../../contract/clients/connect.ts';
import type { OfflineRegistry } from '../../contract/service/discovery.ts';
import { goneAdvice } from '../../contract/service/lost-registry.ts';
import { type CliLine, lineOf } from './cli-line.ts';

/** After `answers from`: registry of a program without `-r`, without a service. */
export function offlineWords(offline: OfflineRegistry | undefined): string {
  if (offline === undefined) return 'the registry that the client is opened in, else the sample';
  const { from, folder, isGone } = offline;
  if (from === 'hung') return `${folder}, the registry of the service that does not answer`;
  return isGone
    ? `no registry: ${folder}, the remembered one, is gone`
    : `${folder}, the remembered registry`;
}

/** Clients that start the program without `-r`. */
export function startingFreely(clients: readonly ClientState[]): readonly ClientState[] {
  return clients.filter(
    ({ connection }) =>
      connection.state === 'connected' && connection.by === 'command' && connection.registry === undefined,
  );
}

export async function startedFindings(
  clients: readonly ClientState[],
  offline: () => Promise<OfflineRegistry | undefined>,
  cliLine: CliLine | undefined,
): Promise<readonly DoctorFinding[]> {
  const named = clients.flatMap((client) => namedFinding(client, cliLine) ?? []);
  const free = startingFreely(clients).map(({ name }) => name);
  if (free.length === 0) return named;
  const source = await offline();
  const title = `Started by ${free.join(', ')}, the program answers from the running service, otherwise from ${offlineWords(source)}.`;
  const gone: readonly DoctorFinding[] = source?.isGone
    ? [{ severity: 'error', ...goneAdvice(source.folder, cliLine) }]
    : [];
  return [...named, { severity: 'info', title }, ...gone];
}

export function namedFinding(
  { id, name, connection }: ClientState,
  cliLine: CliLine | undefined,
): DoctorFinding | undefined {
  if (connection.state !== 'connected' || connection.registry === undefined) return undefined;
  const { registry, lacksRegistry } = connection;
  if (lacksRegistry === undefined)
    return {
      severity: 'info',
      client: id,
      title: `Started by ${name}, the program answers from ${registry}.`,
    };
  return {
    severity: 'warning',
    client: id,
    title: `${name} starts the program for ${registry}, which ${lackWords(lacksRegistry)}.`,
    fix: 'Restore the folder, or name another registry.',
    ...lineOf(cliLine, 'connect', id, '-r', '<folder>', '--write'),
  };
}

/** Follows the registry's name. */
export function lackWords(lack: RegistryLack): string {
  return lack === 'gone' ? 'is gone' : 'is no registry now';
}

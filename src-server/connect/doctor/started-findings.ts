import type { ClientState, DoctorFinding } from '../../contract/connect.ts';

/**
 * What a program answers from that was told no registry, while no service runs.
 *
 * @param served the registry that was served last; undefined where none ever was
 */
export function startedFrom(served: string | undefined): string {
  return served === undefined
    ? 'the registry that the client is opened in, else the sample, until you serve another one'
    : `${served}, which was served last`;
}

/**
 * Which registry those clients get that start the program by themselves.
 *
 * @param from of `startedFrom`
 * @param isThere whether there is a folder at an absolute path
 */
export function startedFindings(
  clients: readonly ClientState[],
  from: string,
  isThere: (folder: string) => boolean,
): readonly DoctorFinding[] {
  const started = clients.filter(
    ({ connection }) => connection.state === 'connected' && connection.by === 'command',
  );
  const free = started.filter(({ connection }) => registryOf(connection) === undefined);
  return [
    ...started.flatMap((client) => namedFindings(client, isThere)),
    ...(free.length === 0
      ? []
      : [
          {
            severity: 'info',
            title: `Started by ${free.map(({ name }) => name).join(', ')}, the program answers from the service that runs, else from ${from}.`,
          } as const,
        ]),
  ];
}

function namedFindings(
  { id, name, connection }: ClientState,
  isThere: (folder: string) => boolean,
): readonly DoctorFinding[] {
  const registry = registryOf(connection);
  if (registry === undefined) return [];
  const title = `Started by ${name}, the program answers from ${registry}`;
  return isThere(registry)
    ? [{ severity: 'info', client: id, title: `${title}.` }]
    : [
        {
          severity: 'warning',
          client: id,
          title: `${title}, which is not there.`,
          fix: 'Bring it back, or connect again with -r and another folder.',
        },
      ];
}

function registryOf(connection: ClientState['connection']): string | undefined {
  return connection.state === 'connected' ? connection.registry : undefined;
}

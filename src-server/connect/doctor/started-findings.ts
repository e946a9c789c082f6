import type { ClientState, DoctorFinding } from '../../contract/connect.ts';
import { lineOf, type OwnLine } from './own-line.ts';

export interface StartedOptions {
  /** Whether there is a folder at an absolute path. */
  readonly isThere: (folder: string) => boolean;
  readonly ownLine: OwnLine;
}

/** A service that was started before, and serves on, may have ended since. */
const LAST = 'the registry of the service that was started last';

/**
 * What a program answers from that was told no registry, while no service runs.
 *
 * @param served the registry of the service that was started last, where it is one still
 * @param last its folder, be there what may; undefined where none ever was
 */
export function startedFrom(served: string | undefined, last: string | undefined = served): string {
  if (served !== undefined) return `${served}, ${LAST}`;
  const instead = 'the registry that the client is opened in, else the sample';
  return last === undefined
    ? `${instead}, until you serve another one`
    : `${instead}, since ${last}, ${LAST}, is none now`;
}

/**
 * Which registry those clients get that start the program by themselves.
 *
 * @param from of `startedFrom`; undefined where it isn't known
 */
export function startedFindings(
  clients: readonly ClientState[],
  from: string | undefined,
  options: StartedOptions,
): readonly DoctorFinding[] {
  const started = clients.filter(
    ({ connection }) => connection.state === 'connected' && connection.by === 'command',
  );
  const free = started.filter(({ connection }) => registryOf(connection) === undefined);
  return [
    ...started.flatMap((client) => namedFindings(client, options)),
    ...(free.length === 0 || from === undefined
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
  { isThere, ownLine }: StartedOptions,
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
          fix: 'Bring it back, or name another one.',
          ...lineOf(ownLine, 'connect', id, '-r', '<folder>', '--write'),
        },
      ];
}

function registryOf(connection: ClientState['connection']): string | undefined {
  return connection.state === 'connected' ? connection.registry : undefined;
}

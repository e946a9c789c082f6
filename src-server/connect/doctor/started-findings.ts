import type { ClientState, DoctorFinding, RegistryLack } from '../../contract/connect.ts';
import type { StartedSources } from '../../contract/discovery.ts';
import { lineOf, type OwnLine } from './own-line.ts';

/** A service that was started before, and serves on, may have ended since. */
const LAST = 'the registry of the service that was started last';

/** What a program answers from that was told no registry, while no service answers. */
export function startedFrom({ hung, served, last }: StartedSources): string {
  if (hung !== undefined) return `${hung}, the registry of the service that does not answer`;
  if (served !== undefined) return `${served}, ${LAST}`;
  const instead = 'the registry that the client is opened in, else the sample';
  return last === undefined
    ? `${instead}, until you serve another one`
    : `${instead}, since ${last}, ${LAST}, is none now`;
}

/** The clients that start a program which was told no registry. */
export function startingFreely(clients: readonly ClientState[]): readonly ClientState[] {
  return clients.filter(
    ({ connection }) =>
      connection.state === 'connected' && connection.by === 'command' && connection.registry === undefined,
  );
}

/**
 * Which registry those clients get that start the program by themselves.
 *
 * @param from what `startedFrom` says; asked where a client needs it
 */
export async function startedFindings(
  clients: readonly ClientState[],
  from: () => Promise<string>,
  ownLine: OwnLine | undefined,
): Promise<readonly DoctorFinding[]> {
  const free = startingFreely(clients).map(({ name }) => name);
  return [
    ...clients.flatMap((client) => namedFinding(client, ownLine) ?? []),
    ...(free.length === 0
      ? []
      : [
          {
            severity: 'info',
            title: `Started by ${free.join(', ')}, the program answers from the service that runs, else from ${await from()}.`,
          } as const,
        ]),
  ];
}

/** What a client's program answers from that is told a registry; undefined where it is told none. */
export function namedFinding(
  { id, name, connection }: ClientState,
  ownLine: OwnLine | undefined,
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
    fix: 'Bring it back, or name another one.',
    ...lineOf(ownLine, 'connect', id, '-r', '<folder>', '--write'),
  };
}

/** What is wrong with the registry that a client names, to stand behind its name. */
export function lackWords(lack: RegistryLack): string {
  return LACK_WORDS[lack];
}

const LACK_WORDS: Readonly<Record<RegistryLack, string>> = {
  gone: 'is gone',
  'no-registry': 'is no registry now',
  'no-answer': 'can’t be looked at now',
};

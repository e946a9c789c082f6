import type { ClientState, Connection, DoctorFinding } from '../../contract/clients/connect.ts';
import { POINTER_END, POINTER_START, pointerWords } from '../../contract/clients/pointer.ts';
import type { ServiceProbe } from '../../contract/service/discovery.ts';
import type { PointerFile } from '../pointer/pointer-files.ts';
import { type CliLine, lineOf } from './cli-line.ts';

export function clientFindings(
  state: ClientState,
  probe: ServiceProbe,
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  const { id, name, connection, settingsFile: file } = state;
  if (file === undefined) return [];
  const again = {
    client: id,
    fix: 'Connect it again.',
    reconnect: true,
    ...lineOf(cliLine, 'connect', id, '--write'),
  } as const;
  switch (connection.state) {
    case 'absent':
      return [];
    case 'connected':
      // `startedFindings` reports the missing registry.
      if (connection.lacksRegistry !== undefined) return [];
      return [{ severity: 'ok', client: id, title: `${name} is set up${whatFor(connection, probe)}.` }];
    case 'unreadable':
      return [
        {
          severity: 'error',
          client: id,
          title: `${name}: ${connection.reason}`,
          fix: 'Mend the file; until then it is not touched.',
        },
      ];
    case 'broken':
      return connection.faults.map(({ says }) => ({
        severity: 'error',
        title: `${name}: its entry in ${file} can't work. ${says}`,
        ...again,
      }));
    case 'outdated':
      return [{ severity: 'warning', title: `${name}: ${file} ${whatItSays(connection.says)}`, ...again }];
  }
}

function whatFor({ by, registry }: Extract<Connection, { state: 'connected' }>, probe: ServiceProbe): string {
  if (by === 'command')
    return `: it starts the program by itself${registry === undefined ? '' : `, for ${registry}`}`;
  if (probe === 'ours') return ' for this service';
  return ` for the address of the service, ${probe === 'refuses-name' ? 'which does not answer to its name' : 'at which none answers now'}`;
}

function whatItSays(says: string): string {
  return /^https?:/.test(says)
    ? `says ${says}; the service is elsewhere.`
    : `starts ${says}, another copy of the service.`;
}

/** Warns of rules files without connected clients. */
export function pointerFindings(
  strays: readonly PointerFile[],
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  return strays.map(({ file, readers: [reader] }) => {
    const line = lineOf(cliLine, ...pointerWords(reader?.id, 'user', '--remove'));
    return {
      severity: 'warning',
      title: `${file} tells agents to ask this service, and none that reads it is connected in your settings.`,
      fix:
        cliLine === undefined
          ? `Connect a client, or delete all lines from ${POINTER_START} to ${POINTER_END}.`
          : 'Connect a client, or delete the lines.',
      ...line,
    };
  });
}

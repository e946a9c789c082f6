import type { ClientState, DoctorFinding } from '../../contract/connect.ts';
import { lineOf, type OwnLine } from './own-line.ts';

/** What is wrong in one client's settings. */
export function clientFindings(state: ClientState, ownLine: OwnLine): readonly DoctorFinding[] {
  const { id, name, connection, settingsFile: file } = state;
  if (file === undefined) return [];
  const again = {
    client: id,
    fix: 'Connect it again.',
    reconnect: true,
    ...lineOf(ownLine, 'connect', id, '--write'),
  } as const;
  switch (connection.state) {
    case 'absent':
      return [];
    case 'connected':
      return [{ severity: 'ok', client: id, title: `${name} is set up for this service.` }];
    case 'unreadable':
      return [
        {
          severity: 'error',
          client: id,
          title: `${name}: ${file} can't be understood. ${connection.reason}`,
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

function whatItSays(says: string): string {
  return /^https?:/.test(says)
    ? `says ${says}; the service is elsewhere.`
    : `starts ${says}, another copy of the service.`;
}

import type { DoctorFinding } from '../../contract/clients/connect.ts';
import { surroundingsOf } from '../machine.ts';
import { lineOf } from './cli-line.ts';
import { containerLine, HOW_TO_SERVE_CONTAINERS, type ServiceOptions } from './service-findings.ts';

/** No client is connected, and future clients start the program themselves: no service needed. */
export function isBeforeFirst({ target, clients }: Pick<ServiceOptions, 'target' | 'clients'>): boolean {
  // Unreadable settings don't prove that a client needs the address.
  return (
    target.prefers === 'command' &&
    clients.every(({ connection: { state } }) => state === 'absent' || state === 'unreadable')
  );
}

export function connectionFindings(options: ServiceOptions): readonly DoctorFinding[] {
  const { machine, target, clients, cliLine } = options;
  const url = new URL(target.mcpUrl);
  const readable = clients.filter(({ connection }) => connection.state === 'absent');
  const first = readable.find(({ installed }) => installed)?.id ?? 'claude-code';
  const asFar = readable.length === clients.length ? ' yet' : ', as far as the settings can be understood';
  const isContainer = surroundingsOf(machine) === 'container';
  return [
    {
      severity: 'info',
      title: `Nothing is connected${asFar}.`,
      fix: 'Connect a client (shows the change; --write writes the change).',
      ...lineOf(cliLine, 'connect', first),
    },
    {
      severity: 'info',
      title: `No service runs at ${url.origin}. No service is needed: connected clients start the program.`,
    },
    ...(isContainer
      ? ([
          {
            severity: 'info',
            title: `This is a container. To use a service on your computer instead, ${HOW_TO_SERVE_CONTAINERS}`,
            line: containerLine(url),
          },
        ] as const)
      : []),
  ];
}

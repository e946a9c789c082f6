import type { CommandState } from '../contract/command.ts';
import type { ClientState, DoctorFinding } from '../contract/connect.ts';
import type { ConnectTarget } from '../contract/mcp-clients.ts';
import type { Place } from './place.ts';
import type { PortOwner } from './port-owner.ts';

export interface DoctorOptions {
  readonly place: Place;
  readonly target: ConnectTarget;
  readonly clients: readonly ClientState[];
  /** The command that the app installed, or didn't. */
  readonly command: CommandState;
  /** Whether a service of ours answers at a base URL. */
  readonly isOurs: (baseUrl: string) => Promise<boolean>;
  readonly findPortOwner: (port: number) => Promise<PortOwner | undefined>;
}

/** Looks for what commonly keeps clients from reaching the service; each finding says what to do. */
export async function examine(options: DoctorOptions): Promise<readonly DoctorFinding[]> {
  const { place, clients, command } = options;
  return [
    await serviceFinding(options),
    ...proxyFindings(place),
    ...remoteFindings(place),
    ...commandFindings(command),
    ...clients.filter(({ installed }) => installed).flatMap(clientFindings),
  ];
}

/** Whether we answer where clients are sent, and who does if we don't. */
async function serviceFinding({ target, isOurs, findPortOwner }: DoctorOptions): Promise<DoctorFinding> {
  const { origin, port } = new URL(target.mcpUrl);
  if (await isOurs(origin)) return { severity: 'ok', title: `The service answers at ${origin}.` };
  const owner = await findPortOwner(Number(port || 80));
  if (owner === undefined) {
    return {
      severity: 'error',
      title: `Nothing answers at ${origin}.`,
      fix: 'Start the service: skills-registry serve, or the tray app.',
    };
  }
  const { name = 'a program', pid } = owner;
  return {
    severity: 'error',
    title: `Port ${port} belongs to another program: ${name} (process ${pid}).`,
    fix: `End it, or serve on another port (skills-registry serve --port ${Number(port) + 1}) and connect your clients again.`,
  };
}

/** Proxies that clients would send requests to this very machine through. */
function proxyFindings({ env }: Place): readonly DoctorFinding[] {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name];
  const proxy = ['HTTP_PROXY', 'ALL_PROXY'].find((name) => read(name) !== undefined && read(name) !== '');
  if (proxy === undefined) return [];
  const exceptions = (read('NO_PROXY') ?? '').split(',').map((part) => part.trim().replace(/:\d+$/, ''));
  if (exceptions.includes('*') || exceptions.includes('127.0.0.1') || exceptions.includes('127.0.0.0/8'))
    return [];
  return [
    {
      severity: 'warning',
      title: `${proxy} is set and NO_PROXY does not except 127.0.0.1, so clients may ask the proxy for this machine.`,
      fix: `Set NO_PROXY=${[...exceptions.filter((part) => part !== ''), '127.0.0.1', 'localhost'].join(',')}, then start the client again.`,
    },
  ];
}

/** Where this machine is not the one that the client's window is on. */
function remoteFindings({ env, platform, systemFile }: Place): readonly DoctorFinding[] {
  const isWsl =
    platform === 'linux' &&
    (env['WSL_DISTRO_NAME'] !== undefined || /microsoft/i.test(systemFile('/proc/version') ?? ''));
  if (isWsl) {
    return [
      {
        severity: 'info',
        title: 'The service runs inside WSL. Clients on Windows reach it only through localhost forwarding.',
        fix: 'If they don’t: set networkingMode=mirrored under [wsl2] in %UserProfile%\\.wslconfig and run wsl --shutdown, or run the service on Windows.',
      },
    ];
  }
  const isContainer = env['CODESPACES'] !== undefined || env['REMOTE_CONTAINERS'] !== undefined;
  if (!isContainer && env['SSH_CONNECTION'] === undefined) return [];
  return [
    {
      severity: 'info',
      title: `The service runs on a remote machine (${isContainer ? 'container' : 'SSH'}); 127.0.0.1 on your own is another one.`,
      fix: 'Connect the client that runs there, or forward the port: ssh -L 8701:127.0.0.1:8701 <host>.',
    },
  ];
}

function whatItSays(says: string): string {
  return /^https?:/.test(says)
    ? `says ${says}; the service is elsewhere.`
    : `starts ${says}, another copy of the service.`;
}

/** A command that was installed by an app that was moved, removed or is another one. */
function commandFindings({ file, found, starts }: CommandState): readonly DoctorFinding[] {
  if (found === 'gone')
    return [
      {
        severity: 'error',
        title: `The command ${file} starts ${starts}, which is not there any more: the app was moved or removed.`,
        fix: 'Open the app where it is now and install the command again (Settings, Command line), or remove the file.',
      },
    ];
  if (found !== 'other-copy') return [];
  return [
    {
      severity: 'info',
      title: `The command ${file} belongs to another copy of the app: it starts ${starts}.`,
      fix: 'To use this one, install the command again (Settings, Command line).',
    },
  ];
}

/** What is wrong in one client's settings. */
function clientFindings({ id, name, connection, settingsFile: file }: ClientState): readonly DoctorFinding[] {
  if (file === undefined) return [];
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
        client: id,
        title: `${name}: its entry in ${file} can't work. ${says}`,
        fix: 'Connect it again.',
      }));
    case 'outdated':
      return [
        {
          severity: 'warning',
          client: id,
          title: `${name}: ${file} ${whatItSays(connection.says)}`,
          fix: 'Connect it again.',
        },
      ];
  }
}

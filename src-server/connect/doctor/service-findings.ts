import { COMMAND_NAME } from '../../contract/clients/command.ts';
import type { ClientState, DoctorFinding } from '../../contract/clients/connect.ts';
import type { ConnectTarget } from '../../contract/clients/mcp-clients.ts';
import { killLine } from '../../contract/service/advice-line.ts';
import type { DiscoveryFile, ServiceProbe, SeveralServices } from '../../contract/service/discovery.ts';
import { type LostRegistryService, lostRegistryAdvice } from '../../contract/service/lost-registry.ts';
import { CONTAINER_HOST, isLoopbackName, portOf } from '../../contract/service/service-address.ts';
import { DEFAULT_PORT } from '../../contract/service/service-defaults.ts';
import { silentService } from '../../contract/service/silent-service.ts';
import type { Machine } from '../machine.ts';
import { surroundingsOf } from '../machine.ts';
import type { PortOwner } from '../port-owner.ts';
import { type CliLine, lineOf } from './cli-line.ts';

export interface ServiceOptions {
  readonly machine: Machine;
  readonly target: ConnectTarget;
  readonly clients: readonly ClientState[];
  readonly findPortOwner: (port: number) => Promise<PortOwner | undefined>;
  /** Undefined in the app. */
  readonly cliLine: CliLine | undefined;
}

export async function serviceFinding(
  probe: ServiceProbe,
  { machine, target, clients, findPortOwner, cliLine }: ServiceOptions,
): Promise<DoctorFinding> {
  const url = new URL(target.mcpUrl);
  const { origin, hostname } = url;
  if (probe === 'ours') return { severity: 'ok', title: `The service answers at ${origin}.` };
  if (probe === 'refuses-name')
    return {
      severity: 'error',
      title: `The service at ${origin} doesn’t answer to the name ${hostname}: it takes the asker for a page of another site.`,
      fix: 'Where it runs, end it and start it again with that name.',
      line: elsewhere('--allowed-host', hostname),
    };
  // An entry without a known way will be written in the preferred way.
  const ways = clients.flatMap(({ connection }) =>
    'name' in connection ? [connection.by ?? target.prefers] : [],
  );
  const isNeeded = ways.length === 0 || ways.some((way) => way !== 'command');
  const taken = await takenPort({ machine, target, findPortOwner, cliLine }, isNeeded ? 'error' : 'warning');
  if (taken !== undefined) return taken;
  if (!isNeeded)
    return {
      severity: 'info',
      title: `No service answers at ${origin}. No service is needed: connected clients start the program.`,
    };
  return nothingAnswers(url, machine, cliLine);
}

/** Undefined if no other program has the port. */
export async function takenPort(
  { machine, target, findPortOwner, cliLine }: Omit<ServiceOptions, 'clients'>,
  severity: 'error' | 'warning',
): Promise<DoctorFinding | undefined> {
  const url = new URL(target.mcpUrl);
  const port = Number(portOf(url));
  const owner = isLoopbackName(url.hostname) ? await findPortOwner(port) : undefined;
  if (owner === undefined) return undefined;
  const { name = 'a program', pid } = owner;
  const line = cliLine?.(['serve', '--port', String(port + 1)]);
  return {
    severity,
    title: `Port ${port} belongs to another program: ${name} (process ${pid}).`,
    ...(line === undefined
      ? { fix: 'End it, or choose another port in Settings and connect your clients again.' }
      : {
          fix: `End it (${killLine(pid, machine.platform, false)}), or serve on another port and connect your clients again.`,
          line,
        }),
  };
}

function nothingAnswers(url: URL, machine: Machine, cliLine: CliLine | undefined): DoctorFinding {
  const { origin, hostname } = url;
  const port = portOf(url);
  if (!isLoopbackName(hostname) && hostname !== CONTAINER_HOST)
    return {
      severity: 'error',
      title: `Nothing answers at ${origin}.`,
      fix: 'Start it there, or look at the address again.',
    };
  const portWords = port === String(DEFAULT_PORT) ? [] : ['--port', port];
  const serve = { severity: 'error', ...lineOf(cliLine, 'serve', ...portWords) } as const;
  switch (surroundingsOf(machine)) {
    case 'container':
      return {
        severity: 'error',
        title: `Nothing answers at ${origin}. This is a container, so 127.0.0.1 is not your computer.`,
        fix: `Start the service in here. Or, to use one on your computer, ${HOW_TO_SERVE_CONTAINERS}`,
        line: containerLine(url),
      };
    case 'wsl':
      return {
        ...serve,
        title: `Nothing answers at ${origin}. This is WSL, where 127.0.0.1 is not Windows: a service there isn’t reached.`,
        fix: 'Write networkingMode=mirrored under [wsl2] in %UserProfile%\\.wslconfig, run wsl --shutdown, and start the service on Windows. Or start it in here.',
      };
    default:
      return {
        ...serve,
        title: `Nothing answers at ${origin}.`,
        fix:
          cliLine === undefined ? 'Start the service in Source.' : 'Start the service here, or in the app.',
      };
  }
}

/** For the container's host. */
export const HOW_TO_SERVE_CONTAINERS = `serve to containers there, too; on Linux add -H 0.0.0.0, and start the container with --add-host=${CONTAINER_HOST}:host-gateway.`;

export function containerLine(url: URL): string {
  return elsewhere('--port', portOf(url), '--allowed-host', CONTAINER_HOST);
}

/** Other computers may start our command line differently. */
function elsewhere(...options: readonly string[]): string {
  return [COMMAND_NAME, 'serve', ...options].join(' ');
}

/** Clients may use the wrong service. */
export function severalFindings(
  several: SeveralServices | undefined,
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  if (several === undefined) return [];
  const { says, others } = several;
  return others.map(({ app, url, registry, port }, at) => ({
    severity: 'warning',
    title: at === 0 ? says : `${url} (${registry}) isn’t asked, either.`,
    ...(app === 'tray'
      ? { fix: `Stop ${url} in the app, if you don’t need it.` }
      : {
          fix: `End ${url}, if you don’t need it.`,
          ...lineOf(cliLine, 'stop', '--port', String(port)),
        }),
  }));
}

export function awayFindings(
  away: readonly LostRegistryService[],
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  return away.map((service) => ({ severity: 'error', ...lostRegistryAdvice(service, cliLine) }));
}

export function hungFindings(
  silent: readonly DiscoveryFile[],
  { platform }: Machine,
  cliLine: CliLine | undefined,
): readonly DoctorFinding[] {
  return silent.map((file) => {
    const said = silentService(file, platform);
    const { line: _, ...inApp } = said;
    return { severity: 'error', ...(cliLine === undefined ? inApp : said) };
  });
}

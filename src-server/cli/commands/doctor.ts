import { arch, platform, release } from 'node:os';
import type { Command } from 'commander';
import { version } from '../../built-files.ts';
import { type DoctorFinding, type DoctorOptions, examine, type HookTrial } from '../../connect/doctor.ts';
import { findPortOwner, type PortOwner, type Surroundings, surroundingsOf } from '../../connect/machine.ts';
import type { ClientState } from '../../contract/clients/clients.ts';
import { printable, printableJson } from '../../contract/outside-text.ts';
import { type DiscoveryFile, hasLostRegistry, portOf } from '../../contract/service.ts';
import { askService } from '../../discovery/ask-service.ts';
import { type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';
import { type OwnConnector, ownConnector, probeService } from '../own-connector.ts';
import { describeClient, isHere } from './connect.ts';
import { describeState } from './running-services.ts';

export function registerDoctor(program: Command, io: CliIo): void {
  const command = program
    .command('doctor')
    .description('print what runs here and why a client gets no answer, as text for a bug report')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const report = await examineAll(io);
      io.out(json ? printableJson(report, 2) : describeReport(report));
      if (report.findings.some(({ severity }) => severity === 'error')) io.setExitCode(EXIT_CODES.failed);
    });
  examples(command, io, { 'For a report': ['doctor', '--json'] });
}

/** What runs on this machine and what is wrong with it, as `doctor --json` prints it. */
interface DoctorReport {
  readonly version: string;
  /** The version of Node, such as `24.14.1`. */
  readonly node: string;
  readonly system: {
    readonly platform: NodeJS.Platform;
    readonly release: string;
    readonly arch: string;
    readonly inside?: Surroundings;
  };
  /** How this program is started, as a line for a terminal. */
  readonly command: string;
  readonly port: { readonly number: number; readonly owner?: PortOwner };
  readonly services: readonly ReportedService[];
  readonly clients: readonly Omit<ClientState, 'snippet' | 'hook'>[];
  readonly findings: readonly DoctorFinding[];
}

interface ReportedService
  extends Pick<DiscoveryFile, 'url' | 'app' | 'version' | 'pid' | 'startedAt' | 'registry'> {
  /** What the service says of itself, such as `83 skills, no problems`. */
  readonly says: string;
}

/**
 * Collects the report, without what other programs’ settings say and what clients read. The home folder is
 * written as `~`.
 */
async function examineAll(io: CliIo): Promise<DoctorReport> {
  const own = await ownConnector(io, undefined);
  const { machine, connector, target } = own;
  const { answering, silent } = own.heard;
  const clients = await connector.list();
  const options: DoctorOptions = {
    machine,
    target,
    clients,
    inFolder: [await connector.state('claude-code', { project: io.cwd })],
    findPortOwner,
    silent,
    away: answering.filter(hasLostRegistry),
    tryHook,
    probe: async (url) => {
      if (answering.some(({ file }) => file.url === url)) return 'ours';
      return silent.some((file) => file.url === url) ? 'none-of-ours' : probeService(url);
    },
    cliLine: (args) => cliLine(args, io),
  };
  const port = Number(portOf(new URL(target.mcpUrl)));
  const [findings, owner] = await Promise.all([examine(options, io.cwd), findPortOwner(port)]);
  const inside = surroundingsOf(machine);
  const report: DoctorReport = {
    version,
    node: process.versions.node,
    system: { platform: platform(), release: release(), arch: arch(), ...(inside && { inside }) },
    command: cliLine([], io),
    port: { number: port, ...(owner && { owner }) },
    services: servicesOf(own),
    clients: clients.filter(isHere).map(({ snippet: _, hook: _hook, seen, ...client }) => {
      const { lastRead: _read, ...calls } = seen ?? {};
      return 'lastAt' in calls ? { ...client, seen: calls } : client;
    }),
    findings,
  };
  const shortened = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(machine.home, '~') : value;
  return JSON.parse(JSON.stringify(report, shortened)) as DoctorReport;
}

/** Sends an event without a file, which every service answers with `{}`. */
async function tryHook(url: string): Promise<HookTrial> {
  const { origin, pathname } = new URL(url);
  const json = JSON.stringify({ session_id: 'doctor', hook_event_name: 'PostToolUse', tool_name: 'Read' });
  const reply = await askService({ url: origin }, pathname, { json, timeoutMs: 2_000 }).catch(
    () => undefined,
  );
  if (reply?.status === 200 && reply.body === '{}') return 'answered';
  if (reply?.status === 401) return 'token';
  return reply?.status === 403 ? 'off' : 'silent';
}

function servicesOf({ heard: { answering, silent } }: OwnConnector): readonly ReportedService[] {
  const all = [
    ...answering.map(({ file, status }) => ({ ...file, says: describeState(status) })),
    ...silent.map((file) => ({ ...file, says: 'does not answer' })),
  ];
  return all.map(({ url, app, version, pid, startedAt, registry, says }) => ({
    url,
    app,
    version,
    pid,
    startedAt,
    registry,
    says,
  }));
}

function describeReport({ system, port, services, clients, findings, ...program }: DoctorReport): string {
  const { release: kernel, inside } = system;
  const owner = port.owner && `${port.owner.name ?? 'a program'} (process ${port.owner.pid})`;
  const lines = [
    `skills-registry ${program.version}, Node ${program.node}, ${system.platform} ${kernel} ${system.arch}${inside ? ` (${inside})` : ''}`,
    `  Started as ${program.command}`,
    `  Port ${port.number}: ${owner ?? 'nobody is seen listening'}`,
    '',
    'Services',
    ...(services.length === 0 ? ['  none runs'] : []),
    ...services.flatMap(({ url, app, version: theirs, pid, startedAt, registry, says }) => [
      `  ${url}  ${theirs}, ${app === 'tray' ? 'tray app' : 'command line'}, process ${pid}, since ${startedAt}`,
      `    ${registry}: ${says}`,
    ]),
    '',
    'Clients',
    ...(clients.length === 0 ? ['  none found'] : clients.map((client) => `  ${describeClient(client)}`)),
    '',
    'Findings',
    ...findings.flatMap(({ severity, title, fix, line }) => [
      `  ${severity}: ${title}`,
      ...(fix === undefined ? [] : [`    ${fix}`]),
      ...(line === undefined ? [] : [`        ${line}`]),
    ]),
  ];
  return lines.map(printable).join('\n');
}

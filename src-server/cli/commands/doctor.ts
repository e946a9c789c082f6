import { arch, platform, release } from 'node:os';
import type { Command } from 'commander';
import { examine } from '../../connect/doctor.ts';
import { surroundingsOf } from '../../connect/machine.ts';
import { LOST_REGISTRY_STATE } from '../../contract/service/lost-registry.ts';
import { portOf } from '../../contract/service/service-address.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import type { FoundServer } from '../../discovery/find-services.ts';
import { version } from '../../version.ts';
import { type CliIo, EXIT_CODES } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { cliLine } from '../own-command.ts';
import { doctorOptions, type OwnConnector, ownConnector } from '../own-connector.ts';
import { servedSkills } from '../text/count.ts';
import { describeClient, isHere } from './connect-list.ts';

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

type DoctorReport = Awaited<ReturnType<typeof examineAll>>;

/** Without what other programs' settings say and what clients read; the home folder is `~`. */
async function examineAll(io: CliIo) {
  const own = await ownConnector(io, undefined);
  const { machine, connector, target } = own;
  const clients = await connector.list();
  const options = await doctorOptions(own, clients, io);
  const port = Number(portOf(new URL(target.mcpUrl)));
  const [findings, owner] = await Promise.all([examine(options, io.cwd), options.findPortOwner(port)]);
  const inside = surroundingsOf(machine);
  const report = {
    ...{ version, node: process.versions.node },
    system: { platform: platform(), release: release(), arch: arch(), ...(inside && { inside }) },
    command: cliLine([], io),
    port: { number: port, ...(owner && { owner }) },
    services: servicesOf(own),
    clients: clients.filter(isHere).map(({ snippet: _, seen, ...client }) => {
      const { lastRead: _read, ...calls } = seen ?? {};
      return 'lastAt' in calls ? { ...client, seen: calls } : client;
    }),
    findings,
  };
  const shortened = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(machine.home, '~') : value;
  return JSON.parse(JSON.stringify(report, shortened)) as typeof report;
}

function servicesOf({ heard: { answering, silent } }: OwnConnector) {
  const all = [...answering, ...silent.map((file) => ({ file, status: null }))];
  return all.map(({ file: { url, app, version, pid, startedAt, registry }, status }) => ({
    ...{ url, app, version, pid, startedAt, registry, says: serviceWords(status) },
  }));
}

/** @param status undefined without its token, null if silent */
function serviceWords(status: FoundServer['status'] | null): string {
  if (status === null) return 'does not answer';
  if (status === undefined) return 'tells more to those alone who show its token';
  return status.registry.available ? servedSkills(status.counts) : LOST_REGISTRY_STATE;
}

function describeReport({ system, port, services, clients, findings, ...program }: DoctorReport): string {
  const { release: kernel, inside } = system;
  const owner = port.owner && `${port.owner.name ?? 'a program'} (process ${port.owner.pid})`;
  const lines = [
    `skills-registry ${program.version}, Node ${program.node}, ${system.platform} ${kernel} ${system.arch}${inside ? ` (${inside})` : ''}`,
    `  Started as ${program.command}`,
    `  Port ${port.number}: ${owner ?? 'nobody is seen listening'}`,
    ...['', 'Services'],
    ...(services.length === 0 ? ['  none runs'] : []),
    ...services.flatMap(({ url, app, version: theirs, pid, startedAt, registry, says }) => [
      `  ${url}  ${theirs}, ${app === 'tray' ? 'tray app' : 'command line'}, process ${pid}, since ${startedAt}`,
      `    ${registry}: ${says}`,
    ]),
    ...['', 'Clients'],
    ...(clients.length === 0 ? ['  none found'] : clients.map((client) => `  ${describeClient(client)}`)),
    ...['', 'Findings'],
    ...findings.flatMap(({ severity, title, fix, line }) => [
      `  ${severity}: ${title}`,
      ...(fix === undefined ? [] : [`    ${fix}`]),
      ...(line === undefined ? [] : [`        ${line}`]),
    ]),
  ];
  return lines.map(printable).join('\n');
}

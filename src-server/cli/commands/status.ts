import type { Command } from 'commander';
import { printable, printableJson } from '../../contract/outside-text.ts';
import { hasLostRegistry, LOST_REGISTRY_STATE, lostRegistryLine } from '../../contract/service.ts';
import { agoWords, checkingWords, problemWords } from '../../contract/words.ts';
import { askServers, chooseService, type FoundServer, severalRun } from '../../discovery/find-services.ts';
import { userFolders } from '../../platform/files.ts';
import { type CliIo, cliLine, examples } from '../cli-io.ts';
import { layerWords, servedSkills } from '../text.ts';

export function registerStatus(program: Command, io: CliIo): void {
  const command = program
    .command('status')
    .description('show the running services and their registries')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const { answering, silent, ignored } = await askServers(userFolders(io.env).data);
      for (const line of ignored) io.err(printable(line));
      if (json) {
        const unheard = silent.map((file) => ({ ...file, silent: true }));
        return io.out(printableJson([...answering.map(describeForMachines), ...unheard], 2));
      }
      const several = severalRun(chooseService({ answering }));
      const lines = [
        ...answering.flatMap((server) => describeForPeople(server, describeState(server.status), io)),
        ...silent.flatMap((file) => describeForPeople({ file }, 'does not answer', io)),
        ...(several === undefined ? [] : [several]),
      ];
      const start = `Nothing runs. Start it with: ${cliLine(['serve', '-r', '<folder>'], io)}`;
      io.out(lines.length === 0 ? start : lines.map(printable).join('\n'));
    });
  examples(command, io, { 'For a script': ['status', '--json'] });
}

function describeForMachines({ file, status }: FoundServer): Record<string, unknown> {
  if (status === undefined) return { ...file, needsToken: true };
  const { counts, diagnostics, checking, registry, registries } = status;
  return { ...file, counts, diagnostics, checking, available: registry.available, registries };
}

function describeForPeople(server: FoundServer, state: string, io: CliIo): readonly string[] {
  const { file, status } = server;
  const { registries = [] } = status ?? {};
  return [
    `${file.url}  ${state}`,
    ...(registries.length < 2 ? [file.registry] : registries.map(layerWords)).map((line) => `  ${line}`),
    `  pid ${file.pid} (${file.app === 'tray' ? 'tray app' : 'command line'}), started ${agoWords(file.startedAt)}`,
    ...(hasLostRegistry(server) ? [`  ${lostRegistryLine(server, (args) => cliLine(args, io))}`] : []),
  ];
}

export function describeState(status: FoundServer['status']): string {
  if (status === undefined) return 'needs a token';
  if (!status.registry.available) return LOST_REGISTRY_STATE;
  const far = status.checking === undefined ? '' : ` so far (${checkingWords(status.checking)})`;
  return `${servedSkills(status.counts)}, ${problemWords(status.diagnostics)}${far}`;
}

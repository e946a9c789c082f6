import type { Command } from 'commander';
import type { ServedLayer } from '../../contract/api/api.ts';
import { checkingWords, problemWords } from '../../contract/diagnostics/severity.ts';
import { type Advice, adviceLine } from '../../contract/service/advice-line.ts';
import {
  hasLostRegistry,
  LOST_REGISTRY_STATE,
  type LostRegistryService,
  lostRegistryAdvice,
  lostRegistryReason,
} from '../../contract/service/lost-registry.ts';
import { SILENT_WHY, silentService } from '../../contract/service/silent-service.ts';
import { agoWords } from '../../contract/words/age-words.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { chooseService, severalRun } from '../../discovery/choose-service.ts';
import { askServers, type FoundServer } from '../../discovery/discovery-files.ts';
import { userFolders } from '../../platform/user-folders.ts';
import type { CliIo } from '../cli-io.ts';
import { cliLine } from '../own-command.ts';
import { count, servedSkills } from '../text/count.ts';

export function registerStatus(program: Command, io: CliIo): void {
  program
    .command('status')
    .description('show the running services and their registries')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const { answering, silent } = await askServers(userFolders(io.env).data);
      if (json) {
        const unheard = silent.map(({ file }) => ({ ...file, silent: true }));
        io.out(printableJson([...answering.map(describeForMachines), ...unheard], 2));
      } else io.out(describeForPeople(answering, silent, io));
    });
}

function describeForMachines({ file, status }: FoundServer): Record<string, unknown> {
  if (status === undefined) return { ...file, needsToken: true };
  return {
    ...file,
    counts: status.counts,
    diagnostics: status.diagnostics,
    ...(status.checking === undefined ? {} : { checking: status.checking }),
    available: status.registry.available,
    ...(status.registries !== undefined && { registries: status.registries }),
  };
}

function describeForPeople(
  servers: readonly FoundServer[],
  silent: readonly FoundServer[],
  io: CliIo,
): string {
  if (servers.length + silent.length === 0)
    return `Nothing runs. Start it with: ${cliLine(['serve', '-r', '<folder>'], io)}`;
  const several = severalRun(chooseService({ answering: servers }));
  return [
    ...servers.flatMap((server) => [
      describeOne(server, describeState(server.status)),
      ...(hasLostRegistry(server) ? [nextStep(awayAdvice(server, io))] : []),
    ]),
    ...silent.flatMap((server) => [
      describeOne(server, 'does not answer'),
      nextStep({ ...silentService(server.file, process.platform), title: `It ${SILENT_WHY}` }),
    ]),
    ...(several === undefined ? [] : ['', printable(several)]),
  ].join('\n');
}

function awayAdvice(service: LostRegistryService, io: CliIo): Advice {
  const title = lostRegistryReason(service.status.registry);
  return { ...lostRegistryAdvice(service, (args) => cliLine(args, io)), title };
}

/** Title is above. */
function nextStep(advice: Advice): string {
  return printable(`  ${adviceLine(advice)}`);
}

function describeOne({ file, status }: FoundServer, state: string): string {
  return [
    `${printable(file.url)}  ${state}`,
    ...registryLines(file.registry, status?.registries).map((line) => printable(`  ${line}`)),
    `  pid ${file.pid} (${file.app === 'tray' ? 'tray app' : 'command line'}), started ${agoWords(file.startedAt)}`,
  ].join('\n');
}

/** Upper first. */
function registryLines(uppermost: string, layers: readonly ServedLayer[] = []): readonly string[] {
  if (layers.length < 2) return [uppermost];
  return layers.map(({ name, path, address, skills, shadowed, state }) =>
    [
      `${path ?? `${name} (${address})`}  ${count(skills, 'skill')}`,
      ...(shadowed === 0 ? [] : [`${groupDigits(shadowed)} shadowed`]),
      ...(state === 'failed' ? ["can't be read or checked for updates"] : []),
      ...(state === 'update' ? ['update available'] : []),
    ].join(', '),
  );
}

function describeState(status: FoundServer['status']): string {
  if (status === undefined) return 'needs a token';
  if (!status.registry.available) return LOST_REGISTRY_STATE;
  const far = status.checking === undefined ? '' : ` so far (${checkingWords(status.checking)})`;
  return `${servedSkills(status.counts)}, ${problemWords(status.diagnostics)}${far}`;
}

import type { Command } from 'commander';
import type { ServedLayer } from '../../contract/api/api.ts';
import { checkingWords, countWords, problemWords } from '../../contract/diagnostics/severity.ts';
import { adviceLine } from '../../contract/service/advice-line.ts';
import type { DiscoveryFile } from '../../contract/service/discovery.ts';
import {
  hasLostRegistry,
  LOST_REGISTRY_STATE,
  lostRegistryAdvice,
  lostRegistryReason,
} from '../../contract/service/lost-registry.ts';
import { agoWords } from '../../contract/words/age-words.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { askServers, chooseService, type FoundServer, severalRun } from '../../discovery/find-services.ts';
import { userFolders } from '../../platform/user-folders.ts';
import type { CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { cliLine } from '../own-command.ts';
import { servedSkills } from '../text/count.ts';

export function registerStatus(program: Command, io: CliIo): void {
  const command = program
    .command('status')
    .description('show the running services and their registries')
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { json: boolean }) => {
      const { answering, silent } = await askServers(userFolders(io.env).data);
      if (json) {
        const unheard = silent.map((file) => ({ ...file, silent: true }));
        io.out(printableJson([...answering.map(describeForMachines), ...unheard], 2));
      } else io.out(describeForPeople(answering, silent, io));
    });
  examples(command, io, { 'See the running services': ['status'], 'For a script': ['status', '--json'] });
}

function describeForMachines({ file, status }: FoundServer): Record<string, unknown> {
  if (status === undefined) return { ...file, needsToken: true };
  const { counts, diagnostics, checking, registry, registries } = status;
  return { ...file, counts, diagnostics, checking, available: registry.available, registries };
}

function describeForPeople(
  servers: readonly FoundServer[],
  silent: readonly DiscoveryFile[],
  io: CliIo,
): string {
  if (servers.length + silent.length === 0)
    return `Nothing runs. Start it with: ${cliLine(['serve', '-r', '<folder>'], io)}`;
  const several = severalRun(chooseService({ answering: servers }));
  return [
    ...servers.flatMap((server) => [
      describeOne(server, describeState(server.status)),
      ...(hasLostRegistry(server) ? [`  ${awayLine(server, io)}`] : []),
    ]),
    ...silent.map((file) => describeOne({ file }, 'does not answer')),
    ...(several === undefined ? [] : ['', several]),
  ]
    .flatMap((text) => text.split('\n'))
    .map(printable)
    .join('\n');
}

function awayLine(server: Parameters<typeof lostRegistryAdvice>[0], io: CliIo): string {
  const advice = lostRegistryAdvice(server, (args) => cliLine(args, io));
  return adviceLine({ ...advice, title: lostRegistryReason(server.status.registry) });
}

function describeOne({ file, status }: FoundServer, state: string): string {
  return [
    `${file.url}  ${state}`,
    ...registryLines(file.registry, status?.registries).map((line) => `  ${printable(line)}`),
    `  pid ${file.pid} (${file.app === 'tray' ? 'tray app' : 'command line'}), started ${agoWords(file.startedAt)}`,
  ].join('\n');
}

/** Upper first. */
function registryLines(uppermost: string, layers: readonly ServedLayer[] = []): readonly string[] {
  if (layers.length < 2) return [uppermost];
  return layers.map(({ name, path, address, skills, shadowed, state }) =>
    [
      `${path ?? `${name} (${address})`}  ${countWords(skills, 'skill')}`,
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

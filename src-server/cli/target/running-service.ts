import { resolve } from 'node:path';
import type { LayerChoice } from '../../contract/service/layer-choice.ts';
import { lostRegistryLine } from '../../contract/service/lost-registry.ts';
import { silentLine } from '../../contract/service/silent-service.ts';
import { printable } from '../../contract/words/printable.ts';
import type { ServiceAddress } from '../../discovery/call-service.ts';
import { chooseService, type ServiceChoice, severalRun } from '../../discovery/choose-service.ts';
import { askServers, type FoundServer } from '../../discovery/discovery-files.ts';
import { userFolders } from '../../platform/user-folders.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { readTokenFile } from '../read-token-file.ts';
import { askedRegistryNames } from './choose-registry.ts';
import type { NamedRegistry } from './locate-or-fail.ts';
import { namedLayer } from './named-registry.ts';

export interface NamedService {
  /** Each `-r`, upper first. */
  readonly registry?: readonly string[];
  readonly tokenFile?: string;
}

export interface RunningService {
  readonly address: ServiceAddress;
  readonly registry: string;
  readonly app: FoundServer['file']['app'];
}

/**
 * Throws `CliError` if the named folder is no registry, or the chosen service, unnamed, lost its registry.
 */
export async function findRunning(options: NamedService, io: CliIo): Promise<RunningService | undefined> {
  return (await lookForService(options, io)).running;
}

export interface LookedFor {
  readonly running: RunningService | undefined;
  /** Preferred, but unresponsive. */
  readonly hung: ServiceChoice['hung'];
  /** Uppermost. Undefined if unnamed. */
  readonly named: NamedRegistry | undefined;
  /** Of all named registries. */
  readonly layers: readonly LayerChoice[];
}

export async function lookForService(options: NamedService, io: CliIo): Promise<LookedFor> {
  const names = askedRegistryNames(options.registry, io.env);
  const all = await Promise.all(names.map((name) => namedLayer(name, io)));
  const named = all[0]?.registry;
  const ids = named === undefined ? undefined : all.map(({ id }) => id);
  const layers = all.map(({ choice }) => choice);
  const root = named?.location.root;
  const token =
    options.tokenFile === undefined ? undefined : readTokenFile(resolve(io.cwd, options.tokenFile));
  const heard = await askServers(userFolders(io.env).data, {
    wants: ({ registry }) => root === undefined || registry === root,
  });
  const choice = chooseService(heard, { registry: root, layers: ids, hasToken: token !== undefined });
  const { usable, away, hung } = choice;
  if (hung !== undefined)
    for (const { file } of heard.silent) io.err(printable(silentLine(file, process.platform)));
  const warning = root === undefined ? severalRun(choice) : undefined;
  if (warning !== undefined) io.err(printable(`${warning} Name a registry with -r to choose.`));
  // Another registry's answer would mislead.
  if (away !== undefined && root === undefined)
    throw new CliError(EXIT_CODES.failed, printable(lostRegistryLine(away, (args) => cliLine(args, io))));
  if (usable === undefined) return { running: undefined, hung, named, layers };
  const { url, registry, app } = usable.file;
  const address = { url, ...(token === undefined ? {} : { token }) };
  return { running: { address, registry, app }, hung, named, layers };
}

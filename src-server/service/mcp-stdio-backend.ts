import { ApiError } from '../contract/api/error-codes.ts';
import type { RegistryQueries } from '../contract/api/registry-queries.ts';
import { COMMAND_NAME } from '../contract/clients/command.ts';
import type { Logger } from '../contract/service/logger.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { HttpQueries, ServiceGoneError } from '../discovery/ask-service.ts';
import { askServers, chooseService, severalRun } from '../discovery/find-services.ts';
import { storeCaller } from '../discovery/kept-files.ts';
import { createDispatcher, type McpDispatcher } from '../mcp/dispatcher.ts';
import type { McpClient } from '../mcp/protocol.ts';
import { locateRegistry } from '../registry/locate-registry.ts';
import { TokenCounter } from '../tokens/count-tokens.ts';
import { type OpenedRegistry, type OwnRegistry, openOwnRegistry } from './open-registry.ts';

export interface McpStdioOptions {
  /** A running service must have the same layers. */
  readonly named: OwnRegistry | undefined;
  /** Without a named registry. May reject with an error for people. */
  readonly fallback: () => Promise<OwnRegistry>;
  readonly dataFolder: string;
  readonly logger: Logger;
}

interface McpStdioBackend extends McpDispatcher {
  introduce(client: McpClient): void;
  close(): Promise<void>;
}

/** For a model to pass on to the user. */
const HOW_ONE_IS_NAMED = `The user names a registry for this client: ${COMMAND_NAME} connect <client> -r <folder> --write`;

/** A running service of this user; without one, or when it ends, the registry in this process. */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { dataFolder, logger } = options;
  let client: McpClient | undefined;
  let hasCalled = false;
  let keeping = Promise.resolve();
  let own: Promise<OpenedRegistry> | undefined;
  const find = () => findService(options, () => client?.name);
  let remote = await find();
  const openOwn = async () => {
    own ??= openServed(options);
    try {
      return await own;
    } catch (error) {
      own = undefined;
      logger.warn(messageOf(error));
      throw new ApiError('registry_unavailable', `${messageOf(error)}\n${HOW_ONE_IS_NAMED}`);
    }
  };
  const ask = async <T>(question: (queries: RegistryQueries) => Promise<T>): Promise<T> => {
    // A service that ended may have started again, on another port.
    for (let tries = 0; remote !== undefined && own === undefined && tries < 2; tries += 1)
      try {
        return await question(remote);
      } catch (error) {
        if (!(error instanceof ServiceGoneError)) throw error;
        remote = await find();
      }
    return question((await openOwn()).queries);
  };
  const keep = (call: { readonly lastCall?: string }) => {
    if (client === undefined) return;
    const caller = { name: client.name, lastAt: new Date().toISOString(), ...call };
    // One after the other: an earlier one must not overwrite the call.
    keeping = keeping
      .then(() => storeCaller(dataFolder, caller))
      .catch((error: unknown) => logger.debug('The call could not be kept.', { error: String(error) }));
  };
  if (remote === undefined) await openOwn().catch(() => undefined);
  const queries: RegistryQueries = {
    list: () => ask((asked) => asked.list()),
    skill: (key) => ask((asked) => asked.skill(key)),
    section: (key, name) => ask((asked) => asked.section(key, name)),
    search: (asking) => ask((asked) => asked.search(asking)),
    find: (asking, signal) => ask((asked) => asked.find(asking, signal)),
    resolve: (name) => ask((asked) => asked.resolve(name)),
    diagnostics: (asking) => ask((asked) => asked.diagnostics(asking)),
    status: () => ask((asked) => asked.status()),
  };
  const dispatcher = createDispatcher({
    served: { queries, tokens: new TokenCounter() },
    logger,
    onActivity({ at, status }) {
      if (!hasCalled && status === 200) keep({ lastCall: at });
      hasCalled ||= status === 200;
    },
  });
  return {
    ...dispatcher,
    introduce(introduced) {
      client = introduced;
      keep({});
    },
    close: async () => (await own?.catch(() => undefined))?.close(),
  };
}

async function findService(
  { named, dataFolder, logger }: McpStdioOptions,
  client: () => string | undefined,
): Promise<RegistryQueries | undefined> {
  const { path = '', layers = [{ folder: path }] } = named ?? {};
  const ids = layers.map((choice) =>
    'added' in choice ? choice.added : rootAt('folder' in choice ? choice.folder : path),
  );
  const choice = chooseService(
    await askServers(dataFolder),
    named && { registry: rootAt(path), layers: ids },
  );
  const warning = named === undefined ? severalRun(choice) : undefined;
  if (warning !== undefined) logger.warn(`${warning} Name a folder with -r to choose.`);
  if (choice.usable === undefined) return undefined;
  const { url, registry } = choice.usable.file;
  logger.info(`Answering from the service at ${url}, which serves ${registry}.`);
  return new HttpQueries({ url, secret: choice.usable.secret }, client);
}

/** The folder may appear later. Services report it with links resolved. */
function rootAt(folder: string): string {
  const located = locateRegistry(folder);
  return located.ok ? located.location.root : folder;
}

async function openServed({ named, fallback, logger }: McpStdioOptions): Promise<OpenedRegistry> {
  const opened = await openOwnRegistry(named ?? (await fallback()), logger, 'events');
  logger.info(`Answering from ${opened.live.latest.layers.map(({ root }) => root).join(', ')}.`);
  return opened;
}

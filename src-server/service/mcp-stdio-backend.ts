import { setTimeout } from 'node:timers/promises';
import { COMMAND_NAME } from '../contract/clients/clients.ts';
import { ApiError, messageOf } from '../contract/errors.ts';
import type { RegistryQueries } from '../contract/queries.ts';
import { hasLostRegistry, type Logger } from '../contract/service.ts';
import { HttpQueries, ServiceGoneError } from '../discovery/ask-service.ts';
import { announcedServices, askServers, chooseService, severalRun } from '../discovery/find-services.ts';
import { storeCaller } from '../discovery/kept-files.ts';
import { createDispatcher, type McpDispatcher } from '../mcp/dispatcher.ts';
import { instructionsWithoutNames, type McpClient } from '../mcp/protocol.ts';
import { locateRegistry } from '../registry/locate.ts';
import { type OpenedRegistry, type OwnRegistry, openOwnRegistry } from './open-registry.ts';
import { ReadCounter } from './read-counts.ts';

export interface McpStdioOptions {
  /** The registry that was named: a running service must have the same layers. Undefined: any running service. */
  readonly named: OwnRegistry | undefined;
  /** Finds a registry where none was named and no service runs. May reject with an error for people. */
  readonly fallback: () => Promise<OwnRegistry>;
  readonly dataFolder: string;
  readonly logger: Logger;
}

interface McpStdioBackend extends McpDispatcher {
  introduce(client: McpClient): void;
  close(): Promise<void>;
}

/**
 * Milliseconds that the first answer to a client waits for the names of the skills: the service may hang, or still
 * read its registry.
 */
const NAMES_MS = 2_000;

/** A sentence that a model may pass on to its user. */
const HOW_ONE_IS_NAMED = `The user names a registry for this client: ${COMMAND_NAME} connect <client> -r <folder> --write`;

/**
 * The service that commands would ask, too; without one, the registry in this process. Looks again at each request if a
 * service has been announced or withdrawn, so neither a choice nor the sample lasts longer than its reason.
 */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { dataFolder, logger } = options;
  let client: McpClient | undefined;
  let hasCalled = false;
  let counter: ReadCounter | undefined;
  let keeping = Promise.resolve();
  const ending = new AbortController();
  const services = new ChosenService(options, { clientName: () => client?.name, ended: ending.signal });
  const own = new OwnSource(options);
  const ask = async <T>(question: (queries: RegistryQueries) => Promise<T>): Promise<T> => {
    // A service that ended may have started again, on another port.
    for (let tries = 0; tries < 2 && services.chosen !== undefined; tries += 1)
      try {
        return await question(services.chosen);
      } catch (error) {
        if (!(error instanceof ServiceGoneError)) throw error;
        await services.choose();
      }
    return own.ask(question);
  };
  const keep = (call: { readonly lastCall?: string }) => {
    if (client === undefined) return;
    const caller = { name: client.name, lastAt: new Date().toISOString(), ...call };
    // One after the other: an earlier one must not overwrite the call.
    keeping = keeping
      .then(() => storeCaller(dataFolder, caller))
      .catch((error: unknown) => logger.debug('The call could not be kept.', { error: String(error) }));
  };
  await services.choose();
  if (services.chosen === undefined) await own.open().catch(() => undefined);
  const queries: RegistryQueries = {
    list: () => ask((asked) => asked.list()),
    skill: (key, asking) => ask((asked) => asked.skill(key, asking)),
    section: (key, name) => ask((asked) => asked.section(key, name)),
    search: (asking) => ask((asked) => asked.search(asking)),
    find: (asking, signal) => ask((asked) => asked.find(asking, signal)),
    resolve: (name) => ask((asked) => asked.resolve(name)),
    diagnostics: (asking) => ask((asked) => asked.diagnostics(asking)),
    status: () => ask((asked) => asked.status()),
  };
  const dispatcher = createDispatcher({
    served: { queries },
    logger,
    onActivity({ at, status, client: name, skillKey }) {
      if (status !== 200) return;
      if (!hasCalled) keep({ lastCall: at });
      hasCalled = true;
      // A service counts what it answers.
      if (services.chosen !== undefined || skillKey === undefined) return;
      counter ??= startCounter(options);
      counter.count(name, skillKey, new Date(at));
    },
  });
  const chooseAgain = async () => {
    await services.chooseIfChanged();
    if (services.chosen === undefined) return;
    own
      .close()
      .catch((error: unknown) => logger.debug('A registry was not closed.', { error: String(error) }));
  };
  return {
    instructions() {
      const named = chooseAgain().then(() => dispatcher.instructions());
      const unnamed = setTimeout(NAMES_MS, undefined, { ref: false }).then(instructionsWithoutNames);
      return Promise.race([named, unnamed]);
    },
    async answer(...request) {
      await chooseAgain();
      return dispatcher.answer(...request);
    },
    introduce(introduced) {
      client = introduced;
      keep({});
    },
    async close() {
      ending.abort(new Error('The client has ended the connection.'));
      await Promise.all([own.close(), counter?.close()]);
    },
  };
}

function startCounter({ dataFolder, logger }: McpStdioOptions): ReadCounter {
  const counter = new ReadCounter({ dataFolder, logger, onLoad() {} });
  counter.start();
  return counter;
}

/** Milliseconds between two looks whether a service answers again that is silent or without its registry. */
const RETRY_MS = 5_000;

class ChosenService {
  readonly #options: McpStdioOptions;
  readonly #asking: { readonly clientName: () => string | undefined; readonly ended: AbortSignal };
  /** The announced services at the last choice. */
  #seen: string | undefined;
  /** Some service may become usable without being announced again. */
  #retryAt = Number.POSITIVE_INFINITY;
  #choosing: Promise<void> | undefined;
  chosen: RegistryQueries | undefined;

  constructor(
    options: McpStdioOptions,
    asking: { readonly clientName: () => string | undefined; readonly ended: AbortSignal },
  ) {
    this.#options = options;
    this.#asking = asking;
  }

  async chooseIfChanged(): Promise<void> {
    if (this.#choosing === undefined && (await announcedServices(this.#options.dataFolder)) === this.#seen) {
      // A silent service takes seconds: meanwhile requests are answered as before.
      if (Date.now() >= this.#retryAt) void this.choose();
      return;
    }
    await this.choose();
  }

  /** Chooses a service, once for all who wait meanwhile. */
  choose(): Promise<void> {
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = undefined;
    });
    return this.#choosing;
  }

  async #choose(): Promise<void> {
    const { named, dataFolder, logger } = this.#options;
    // Before asking: what is announced meanwhile is a change.
    this.#seen = await announcedServices(dataFolder);
    const { path = '', layers = [{ folder: path }] } = named ?? {};
    const ids = layers.map((choice) =>
      'added' in choice ? choice.added : rootAt('folder' in choice ? choice.folder : path),
    );
    const asked = await askServers(dataFolder);
    const choice = chooseService(asked, named && { registry: rootAt(path), layers: ids });
    const mayBecomeUsable = asked.silent.length > 0 || asked.answering.some(hasLostRegistry);
    this.#retryAt = mayBecomeUsable ? Date.now() + RETRY_MS : Number.POSITIVE_INFINITY;
    for (const line of asked.ignored) logger.warn(line);
    const warning = named === undefined ? severalRun(choice) : undefined;
    if (warning !== undefined) logger.warn(`${warning} Name a folder with -r to choose.`);
    if (choice.usable === undefined) {
      this.chosen = undefined;
      return;
    }
    const { url, registry } = choice.usable.file;
    logger.info(`Answering from the service at ${url}, which serves ${registry}.`);
    this.chosen = new HttpQueries({ url, secret: choice.usable.secret }, this.#asking);
  }
}

/** The registry in this process: opened by the first question, closed when a service has taken over. */
class OwnSource {
  readonly #options: McpStdioOptions;
  #opened: Promise<OpenedRegistry> | undefined;
  readonly #questions = new Set<Promise<unknown>>();

  constructor(options: McpStdioOptions) {
    this.#options = options;
  }

  async open(): Promise<OpenedRegistry> {
    this.#opened ??= openServed(this.#options);
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      this.#options.logger.warn(messageOf(error));
      throw new ApiError('registry_unavailable', `${messageOf(error)}\n${HOW_ONE_IS_NAMED}`);
    }
  }

  async ask<T>(question: (queries: RegistryQueries) => Promise<T>): Promise<T> {
    const asked = this.open().then(({ queries }) => question(queries));
    this.#questions.add(asked);
    return asked.finally(() => this.#questions.delete(asked));
  }

  /** Ends the backend. Resolves after the last answer. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (opened === undefined) return;
    await Promise.allSettled(this.#questions);
    await (await opened.catch(() => undefined))?.close();
  }
}

/** The folder may appear later. Services report it with links resolved. */
function rootAt(folder: string): string {
  const located = locateRegistry(folder);
  return located.ok ? located.location.root : folder;
}

async function openServed({ named, fallback, logger }: McpStdioOptions): Promise<OpenedRegistry> {
  const opened = await openOwnRegistry(named ?? (await fallback()), logger, 'events');
  logger.info(`Answering from ${opened.registry.latest.layers.map(({ root }) => root).join(', ')}.`);
  return opened;
}

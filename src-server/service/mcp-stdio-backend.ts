import type { LayerId } from '../contract/service/layer-choice.ts';
import { storeCaller } from '../discovery/caller-files.ts';
import type { McpClient, McpDispatcher, McpMethod, McpObject } from '../mcp/dispatcher.ts';
import { ServiceGoneError } from '../mcp/remote-dispatcher.ts';
import { followServices } from './follow-services.ts';
import { rootOf } from './open-registry-disk.ts';
import { createOwnClient } from './own-client.ts';
import { type OwnRegistriesOptions, type OwnRegistry, ownRegistries } from './own-registries.ts';

export interface McpStdioOptions extends Omit<OwnRegistriesOptions, 'preferred' | 'refusal' | 'layers'> {
  /** A running service must have the same layers. */
  readonly named: OwnRegistry | undefined;
}

interface McpStdioBackend extends McpDispatcher {
  introduce(client: McpClient): void;
  close(): Promise<void>;
}

/**
 * A running service of this user, or else this process until a service starts. Precedence of the registry:
 * named, last used service, remembered, fallback.
 */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { named, folders, logger } = options;
  // The folder may appear later. Services report it with links resolved.
  const rootAt = async (folder: string) => (await rootOf(folder, logger)) ?? folder;
  const wanted = named && { root: await rootAt(named.path), layers: await idsOf(named, rootAt) };
  const ownClient = createOwnClient({ keep: (caller) => storeCaller(folders.data, caller), logger });
  const services = followServices({ folders, wanted, logger });
  const own = ownRegistries({
    ...options,
    layers: named?.layers,
    preferred: services.root,
    refusal: services.away,
  });
  if ((await services.find()) === undefined) await own.dispatcher();
  /** If the service ended or hangs: retries, then a new service, then this process. */
  const ask = async <T>(question: (dispatcher: McpDispatcher) => Promise<T>): Promise<T> => {
    let service = services.current() ?? (await services.recheck());
    for (let attempt = 0; service !== undefined && attempt < 2; attempt += 1) {
      try {
        return await question(service.dispatcher);
      } catch (error) {
        if (!(error instanceof ServiceGoneError)) throw error;
        // The service may have restarted on another port, or was only busy.
        service = await services.find();
      }
    }
    return question(await own.dispatcher());
  };
  return {
    instructions: () => ask((dispatcher) => dispatcher.instructions()),
    async answer(method, params, from) {
      const answer = await ask((dispatcher) => dispatcher.answer(method, params, from));
      if (isAnsweredCall(method, answer)) ownClient.called();
      return answer;
    },
    introduce(introduced) {
      ownClient.started(introduced.name);
      services.introduce(introduced);
    },
    async close() {
      await ownClient.close();
      await own.close();
    },
  };
}

function idsOf(
  { path, layers = [{ folder: path }] }: OwnRegistry,
  rootAt: (folder: string) => Promise<string>,
): Promise<readonly LayerId[]> {
  const ids = layers.map((choice) =>
    'added' in choice ? choice.added : 'folder' in choice ? rootAt(choice.folder) : path,
  );
  return Promise.all(ids);
}

/** Shown as activity if answered. */
const CALLS: readonly McpMethod[] = ['tools/call', 'resources/read'];

function isAnsweredCall(method: McpMethod, answer: McpObject): boolean {
  return CALLS.includes(method) && answer['isError'] !== true;
}

import { keepCaller } from '../discovery/caller-files.ts';
import type { McpClient, McpDispatcher, McpMethod, McpObject } from '../mcp/dispatcher.ts';
import { type RemoteService, ServiceGoneError } from '../mcp/remote-dispatcher.ts';
import { followServices } from './follow-services.ts';
import { createOwnClient } from './own-client.ts';
import { type OwnRegistriesOptions, ownRegistries } from './own-registries.ts';
import { rootOf } from './root-of.ts';

export interface McpStdioOptions
  extends Omit<OwnRegistriesOptions, 'meant' | 'refusal'>,
    Pick<RemoteService, 'answerMs'> {
  /** The folder that someone named; a running service is then used only if it serves this very one. */
  readonly named: string | undefined;
}

/** What answers a client that started this program by itself. */
export interface McpStdioBackend extends McpDispatcher {
  /** Lets the running service know who is connected. */
  introduce(client: McpClient): void;
  close(): Promise<void>;
}

/**
 * What answers on standard input and output: a running service of this user if there is one, so that its index is used
 * and its activity list shows the calls; else, or once that service is gone, the registry opened in this process, until
 * a service is there again. That registry is the named one, else that of the service that was there, else the remembered one,
 * else the fallback. Where that is none, or the service that runs has lost its own, each answer tells why, and the next call looks again.
 */
export async function openMcpStdioBackend(options: McpStdioOptions): Promise<McpStdioBackend> {
  const { named, folders, logger, answerMs } = options;
  // One that isn't there now may come; services name the folder itself, links resolved.
  const wanted = named && ((await rootOf(named, logger)) ?? named);
  const ownClient = createOwnClient({ keep: (caller) => keepCaller(folders.data, caller), logger });
  const services = followServices({ folders, wanted, logger, answerMs });
  const own = ownRegistries({ ...options, meant: services.root, refusal: services.away });
  if ((await services.find()) === undefined) await own.dispatcher();
  /** Asks the running service; where it is gone or hangs, again, or the one that came since; else this process. */
  const ask = async <T>(question: (dispatcher: McpDispatcher) => Promise<T>): Promise<T> => {
    let service = services.current() ?? (await services.lookAgain());
    for (let attempt = 0; service !== undefined && attempt < 2; attempt += 1) {
      try {
        return await question(service.dispatcher);
      } catch (error) {
        if (!(error instanceof ServiceGoneError)) throw error;
        // It may have been started again, on another port; or it lives, and was only too busy for a while.
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

/** The calls that an activity list would show, as far as they weren't in vain; others only look around. */
const CALLS: readonly McpMethod[] = ['tools/call', 'resources/read', 'prompts/get'];

function isAnsweredCall(method: McpMethod, answer: McpObject): boolean {
  return CALLS.includes(method) && answer['isError'] !== true;
}

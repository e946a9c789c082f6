import { ApiError } from '../contract/api/error-codes.ts';
import type { McpHandler } from '../http/routes/mcp.ts';
import type { HttpDoor, HttpDoorOptions } from '../mcp/sdk/http-door.ts';

export interface McpMount {
  /** Rejects with an `ApiError` if an update replaced the program's files. */
  readonly handle: McpHandler;
  registryChanged(): void;
  close(): Promise<void>;
}

const REPLACED =
  'The files of this program were replaced while it ran, by an update as a rule. Start the service again to ask it by MCP.';

/** The caller already got the error. */
const ignore = () => undefined;

/** Loads the SDK with the first request to `/mcp`, to save time and memory. */
export function createMcpMount(options: HttpDoorOptions): McpMount {
  let door: Promise<HttpDoor> | undefined;
  const load = async () => {
    try {
      const { createHttpDoor } = await import('../mcp/sdk/http-door.ts');
      return createHttpDoor(options);
    } catch (cause) {
      door = undefined;
      throw new ApiError('internal', REPLACED, { cause });
    }
  };
  const open = () => {
    door ??= load();
    return door;
  };
  return {
    handle: async (request, response) => (await open()).handle(request, response),
    registryChanged() {
      void door?.then((opened) => opened.registryChanged(), ignore);
    },
    async close() {
      await (await door?.catch(ignore))?.close();
    },
  };
}

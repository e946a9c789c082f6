import { ApiError } from '../contract/api/error-codes.ts';
import type { McpHandler } from '../http/routes/mcp.ts';
import type { HttpDoor, HttpDoorOptions } from '../mcp/sdk/http-door.ts';

/** MCP as the HTTP application mounts it. */
export interface McpMount {
  /** Rejects with an `ApiError` where the program's files are no longer what they were when it was started. */
  readonly handle: McpHandler;
  /** Tells subscribers that skills came or went. */
  registryChanged(): void;
  close(): Promise<void>;
}

const REPLACED =
  'The files of this program were replaced while it ran, by an update as a rule. Start the service again to ask it by MCP.';

/** Whoever asked was told already. */
const ignore = () => undefined;

/**
 * Loads the protocol's SDK with the first request to `/mcp`: starting the service doesn't wait for it, and who never asks
 * doesn't pay its memory.
 */
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

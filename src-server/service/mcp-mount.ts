import type { McpHandler } from '../http/routes/mcp.ts';
import type { HttpDoor, HttpDoorOptions } from '../mcp/sdk/http-door.ts';

/** MCP as the HTTP application mounts it. */
export interface McpMount {
  readonly handle: McpHandler;
  /** Tells subscribers that skills came or went. */
  registryChanged(): void;
  close(): Promise<void>;
}

/** Whoever asked was told already. */
const ignore = () => undefined;

/** Loads the protocol's SDK with the first request to `/mcp`: starting the service doesn't wait for it. */
export function createMcpMount(options: HttpDoorOptions): McpMount {
  let door: Promise<HttpDoor> | undefined;
  const open = () => {
    door ??= import('../mcp/sdk/http-door.ts').then(({ createHttpDoor }) => createHttpDoor(options));
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

import type { McpHandler } from '../http/routes/mcp.ts';
import type { HttpDoor, HttpDoorOptions } from '../mcp/sdk/http-door.ts';

/** MCP as the HTTP application mounts it. */
export interface McpMount {
  readonly handle: McpHandler;
  /** Tells subscribers that skills came or went. */
  registryChanged(): void;
  /**
   * Loads what the first request would, once the first callers had their answers: a service that runs for long mustn't
   * look for files that an update has replaced meanwhile.
   */
  loadSoon(): void;
  close(): Promise<void>;
}

const LOAD_DELAY_MS = 2_000;

/** Whoever asked was told already. */
const ignore = () => undefined;

/** Loads the protocol's SDK with the first request to `/mcp`, or before it: starting the service doesn't wait for it. */
export function createMcpMount(options: HttpDoorOptions): McpMount {
  let door: Promise<HttpDoor> | undefined;
  const load = () => import('../mcp/sdk/http-door.ts');
  let soon: NodeJS.Timeout | undefined;
  const loadNow = async () => {
    try {
      await load();
      options.logger.debug('Loaded what answers MCP.');
    } catch (error) {
      options.logger.warn('What answers MCP could not be loaded.', { error: String(error) });
    }
  };
  const open = () => {
    door ??= load().then(({ createHttpDoor }) => createHttpDoor(options));
    return door;
  };
  return {
    handle: async (request, response) => (await open()).handle(request, response),
    registryChanged() {
      void door?.then((opened) => opened.registryChanged(), ignore);
    },
    loadSoon() {
      soon = setTimeout(() => void loadNow(), LOAD_DELAY_MS).unref();
    },
    async close() {
      clearTimeout(soon);
      await (await door?.catch(ignore))?.close();
    },
  };
}

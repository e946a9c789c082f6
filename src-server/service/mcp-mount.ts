import { ApiError } from '../contract/api/error-codes.ts';
import type { McpHandler } from '../http/routes/mcp.ts';
import type { HttpTransport, HttpTransportOptions } from '../mcp/sdk/http-transport.ts';

export interface McpMount {
  /** Rejects with an `ApiError` after an update of the program's files. */
  readonly handle: McpHandler;
  registryChanged(): void;
  close(): Promise<void>;
}

const REPLACED =
  'The files of this program were replaced while it ran, by an update as a rule. Start the service again to ask it by MCP.';

/** The caller already got the error. */
const ignore = () => undefined;

/** Loads the SDK with the first request, to save time and memory. */
export function createMcpMount(options: HttpTransportOptions): McpMount {
  let transport: Promise<HttpTransport> | undefined;
  const load = async () => {
    try {
      const { createHttpTransport } = await import('../mcp/sdk/http-transport.ts');
      return createHttpTransport(options);
    } catch (cause) {
      transport = undefined;
      throw new ApiError('internal', REPLACED, { cause });
    }
  };
  const open = () => {
    transport ??= load();
    return transport;
  };
  return {
    handle: async (request, response) => (await open()).handle(request, response),
    registryChanged() {
      void transport?.then((opened) => opened.registryChanged(), ignore);
    },
    async close() {
      await (await transport?.catch(ignore))?.close();
    },
  };
}

import type { McpHandler } from '../http/routes/mcp.ts';
import type { HttpTransport, HttpTransportOptions } from '../mcp/sdk/http-transport.ts';

export interface McpMount {
  readonly handle: McpHandler;
  registryChanged(): void;
  close(): Promise<void>;
}

/** Loads the SDK with the first request, to save time and memory. */
export function createMcpMount(options: HttpTransportOptions): McpMount {
  let transport: Promise<HttpTransport> | undefined;
  return {
    async handle(request, response) {
      transport ??= import('../mcp/sdk/http-transport.ts').then((sdk) => sdk.createHttpTransport(options));
      await (await transport).handle(request, response);
    },
    registryChanged: () => void transport?.then((opened) => opened.registryChanged()).catch(() => {}),
    close: async () => (await transport?.catch(() => undefined))?.close(),
  };
}

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/** How a client of the official SDK opens a connection: as the 2025 revisions do, or pinned to 2026-07-28. */
export const ERAS = ['legacy', 'modern'] as const;
export type Era = (typeof ERAS)[number];

export function newClient(era: Era, name = 'test-client'): Client {
  const mode = era === 'legacy' ? ('legacy' as const) : { pin: '2026-07-28' };
  return new Client({ name, version: '1.2.3' }, { versionNegotiation: { mode } });
}

/** A client of the official SDK that is connected to a service's `/mcp`; closed when the test ends. */
export async function connectOverHttp(url: string, era: Era, name?: string): Promise<Client> {
  const client = newClient(era, name);
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return client;
}

/** The text of a tool's answer. */
export function textOf(result: { readonly content: ReadonlyArray<object> }): string {
  return result.content.map((block) => ('text' in block ? String(block.text) : '')).join('\n');
}

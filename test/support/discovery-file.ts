import type { DiscoveryFile } from '../../src-server/contract/service.ts';

/** What a service of this very process leaves for others to find it by; its addresses go with its port. */
export function discoveryFile(changes: Partial<DiscoveryFile> = {}): DiscoveryFile {
  const { port = 8701 } = changes;
  const url = `http://127.0.0.1:${port}`;
  return {
    ...{ schema: 1, pid: process.pid, instanceId: 'fake', app: 'cli', version: '0.0.0' },
    ...{ host: '127.0.0.1', port, url, mcpUrl: `${url}/mcp`, registry: '/mine' },
    startedAt: '2026-11-22T00:00:00Z',
    ...changes,
  };
}

import type { Status } from '../../src-server/contract/api.ts';

/** What `/v1/status` answers for a registry of 85 skills; `overrides` replace fields. */
export function statusOf(overrides: Partial<Status> = {}): Status {
  return {
    app: 'skills-registry',
    version: '0.1.0',
    instanceId: 'instance',
    pid: 1000,
    startedAt: '2026-01-31T12:00:00.000Z',
    registry: { path: '/registry', layout: 'registry', available: true, watching: 'events' },
    generation: 1,
    counts: { skills: 85, files: 600 },
    diagnostics: { error: 2, warning: 6, info: 3 },
    index: { indexedAt: '2026-01-31T12:00:00.000Z', loadMs: 38 },
    submissions: false,
    mcpUrl: 'http://127.0.0.1:8701/mcp',
    ...overrides,
  };
}

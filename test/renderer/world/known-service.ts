/** A service in the states that tests start from. */
import type { ServerStatus } from '../../../src-main/contract/desktop-bridge.ts';
import { joinService, nextPolled, type Polled } from '../../../src-renderer/world/service.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';
import { statusOf } from '../../support/status-of.ts';

export const ORIGIN = 'http://127.0.0.1:8701';

export const STATUS = statusOf({
  instanceId: 'one',
  generation: 3,
  startedAt: '2026-01-01T00:00:00Z',
  index: { indexedAt: '2026-01-01T00:00:00Z', loadMs: 38 },
  counts: { skills: 1, files: 1 },
  diagnostics: { error: 0, warning: 0, info: 0 },
});
export const AWAY: Status = {
  ...STATUS,
  registry: { ...STATUS.registry, available: false, reason: 'It was moved.' },
};

export const ASKING: Polled = { outcome: 'asking' };
export const answered = (value: Status) => ({ ok: true, value, tookMs: 1 }) as const;
export const SILENT = { ok: false, failure: { kind: 'silent', message: 'Nobody.' } } as const;
export const SERVING = nextPolled(ASKING, answered(STATUS), 1000);

/** What the desktop app wants to be served. */
export const WANTED = {
  registry: '/registry',
  host: '127.0.0.1',
  port: 8701,
  since: '2026-01-01T00:00:00Z',
} as const;
export const READY = {
  ...WANTED,
  state: 'ready',
  url: ORIGIN,
  mcpUrl: `${ORIGIN}/mcp`,
  pid: 1,
  skills: 1,
  problems: 0,
  steps: [],
  pending: [],
} as const satisfies ServerStatus;

/** As a browser sees it. */
export const servingInBrowser = joinService(SERVING, undefined, ORIGIN);
export const silentInBrowser = joinService(nextPolled(SERVING, SILENT, 2000), undefined, ORIGIN);

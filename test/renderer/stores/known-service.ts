/** A service in the states that tests start from. */
import type { StateIn } from '../../../src-main/contract/service-state.ts';
import {
  answeredService,
  exportedService,
  silentService,
  unknownService,
} from '../../../src-renderer/stores/service.ts';
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

/** What the desktop app knows of its service. */
export const KNOWN = {
  folder: '/registry',
  port: 8701,
  address: ORIGIN,
  status: STATUS,
  since: Date.parse('2026-01-01T00:00:00Z'),
} as const;
export const SERVING: StateIn<'serving'> = {
  ...{ ...KNOWN, phase: 'serving', pending: [], steps: [] },
};

/** As a browser sees it. */
export const askingInBrowser = unknownService(ORIGIN);
export const servingInBrowser = answeredService(askingInBrowser, STATUS, 1000);
export const awayInBrowser = answeredService(servingInBrowser, AWAY, 2000);
export const silentInBrowser = silentService(servingInBrowser, 2000);
export const exportedSite = exportedService(unknownService('https://example.com/skills'));

import type { Status } from '../../src-server/contract/api/api.ts';
import type { FatalReason } from '../../src-server/contract/service/fatal-reason.ts';
import type { StartStep } from '../contract/service-state.ts';

export interface StartProgress {
  readonly pid?: number;
  readonly status?: Status;
  /** Example: `127.0.0.1:8701`. */
  readonly address?: string;
  readonly probeMs?: number;
}

const ORDER = ['process', 'folder', 'port', 'probe'] as const;

export function startSteps(progress: StartProgress, failedAt?: StartStep['name']): StartStep[] {
  const details = describe(progress);
  const firstOpen = ORDER.find((name) => details[name] === '');
  return ORDER.map((name) => {
    const detail = details[name];
    if (name === failedAt) return { name, state: 'cut', detail };
    if (detail !== '') return { name, state: 'done', detail };
    return { name, state: failedAt === undefined && name === firstOpen ? 'now' : 'todo', detail };
  });
}

export function stepOf(reason: FatalReason | 'gave-up' | 'probe-failed'): StartStep['name'] {
  switch (reason) {
    case 'port-taken':
    case 'port-denied':
    case 'address-unavailable':
      return 'port';
    case 'no-registry':
      return 'folder';
    case 'probe-failed':
      return 'probe';
    case 'unexpected':
    case 'gave-up':
      return 'process';
  }
}

function describe({ pid, status, address, probeMs }: StartProgress): Record<StartStep['name'], string> {
  return {
    process: pid === undefined ? '' : `process ${pid}`,
    folder: status === undefined ? '' : folderRead(status),
    port: address ?? '',
    probe: probeMs === undefined ? '' : `${probeMs < 10 ? probeMs.toFixed(1) : Math.round(probeMs)} ms`,
  };
}

function folderRead({ counts, index }: Status): string {
  return `${counts.skills} ${counts.skills === 1 ? 'skill' : 'skills'} in ${Math.round(index.loadMs)} ms`;
}

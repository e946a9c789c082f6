import type { AppNotice, ServiceState } from './contract/desktop-bridge.ts';
import { describeService } from './describe-service.ts';
import { NOTICES } from './notice-texts.ts';

export interface ServiceNoticesOptions {
  readonly isWindowOpen: () => boolean;
  readonly tell: (notice: AppNotice) => void;
  readonly dismiss: (id: AppNotice['id']) => void;
  readonly showSystem: (notice: Pick<AppNotice, 'title' | 'text'>) => void;
}

export interface ServiceNotices {
  /** Tells each failure, loss and change once. */
  follow(state: ServiceState): void;
  /** Tells when ready at the port: connected clients must change. */
  portWillChange(port: number): void;
}

export function createServiceNotices({
  isWindowOpen,
  tell,
  dismiss,
  showSystem,
}: ServiceNoticesOptions): ServiceNotices {
  let newPort: number | undefined;
  let failedSince: number | undefined;
  let awaySince: number | undefined;

  /** With a window, the page shows the failure. */
  function fails(state: Extract<ServiceState, { phase: 'failed' }>): void {
    if (failedSince !== state.since && !isWindowOpen()) {
      const { title, text } = describeService(state);
      showSystem({ title, text: `${text} Agents and IDEs get no answer until this is fixed.` });
    }
    failedSince = state.since;
  }

  function isAway(state: Extract<ServiceState, { phase: 'away' }>): void {
    if (awaySince === state.since) return;
    awaySince = state.since;
    const { title, text } = describeService(state);
    tell({ id: 'registry-gone', title, text });
  }

  function serves(port: number | undefined): void {
    if (awaySince !== undefined) dismiss('registry-gone');
    awaySince = undefined;
    if (newPort !== undefined && newPort === port) tell(NOTICES.portChanged(newPort));
    newPort = undefined;
  }

  return {
    follow(state) {
      if (state.phase === 'failed') fails(state);
      if (state.phase === 'away') isAway(state);
      if (state.phase === 'serving') serves(state.port);
    },
    portWillChange(port) {
      newPort = port;
    },
  };
}

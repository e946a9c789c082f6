import type { AppNotice, ServiceState } from './contract/desktop-bridge.ts';
import { serviceWords } from './contract/service-words.ts';
import { NOTICES } from './notice-texts.ts';

export interface ServiceNoticesOptions {
  readonly isWindowOpen: () => boolean;
  /** Shows the notice in the window, without a notification of the system. */
  readonly add: (notice: AppNotice) => void;
  readonly tell: (notice: AppNotice) => void;
  readonly dismiss: (id: AppNotice['id']) => void;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  readonly showSystem: (notice: Pick<AppNotice, 'title' | 'text'>) => void;
}

export interface ServiceNotices {
  /** Tells each failure, loss and change once. */
  follow(state: ServiceState): void;
  /** Tells when ready at the port: connected clients must change. */
  portWillChange(port: number): void;
}

export function createServiceNotices(options: ServiceNoticesOptions): ServiceNotices {
  const { isWindowOpen, add, tell, dismiss, now, showSystem } = options;
  let newPort: number | undefined;
  /** The failure or loss that was told. */
  let told: string | undefined;

  function isNews(phase: 'failed' | 'away', since: number): boolean {
    const before = told;
    told = `${phase} ${since}`;
    return before !== told;
  }

  return {
    follow(state) {
      const { sentence: title, detail: text } = serviceWords(state, new Date(now()));
      // With a window, the page shows the failure.
      if (state.phase === 'failed' && isNews('failed', state.since) && !isWindowOpen())
        showSystem({ title, text });
      if (state.phase === 'away' && isNews('away', state.since)) tell({ id: 'registry-gone', title, text });
      if (state.phase !== 'serving') return;
      // A folder or an added registry may have taken its place.
      if (state.status.registry.sample === true) add(NOTICES.sampleRegistry);
      else dismiss('sample-registry');
      if (told !== undefined) dismiss('registry-gone');
      told = undefined;
      if (newPort !== undefined && newPort === state.port) tell(NOTICES.portChanged(newPort));
      newPort = undefined;
    },
    portWillChange(port) {
      newPort = port;
    },
  };
}

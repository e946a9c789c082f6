/** Never downloads or installs. */
import type { Logger } from '../../src-server/contract/service/logger.ts';
import type { Clock } from '../clock.ts';
import type { LastUpdateCheck } from '../contract/settings.ts';
import { compareVersions } from './compare-versions.ts';
import { type Release, readRelease } from './read-release.ts';
import type { ReleasePlace } from './release-place.ts';

const DAY_MS = 86_400_000;

export interface UpdateNoticeOptions {
  readonly clock: Clock;
  /** Undefined if unknown. */
  readonly place: ReleasePlace | undefined;
  readonly version: string;
  /** Called before each check. */
  readonly isOn: () => boolean;
  readonly lastCheck: () => LastUpdateCheck | null;
  readonly remember: (look: LastUpdateCheck) => void;
  readonly ask: (api: string, signal: AbortSignal) => Promise<string>;
  readonly tell: (release: Release) => void;
  readonly logger: Logger;
}

export interface UpdateNotice {
  /** Applies the setting. */
  follow(): void;
  stop(): void;
}

/** Milliseconds, at most a day. Ignores a future time, from a wrong clock. */
export function untilNextCheck(last: LastUpdateCheck | null, now: number): number {
  const since = last === null ? DAY_MS : now - Date.parse(last.at);
  return since >= 0 && since < DAY_MS ? DAY_MS - since : 0;
}

/** Idle until `follow`. */
export function createUpdateNotice(options: UpdateNoticeOptions): UpdateNotice {
  const { clock, place, isOn, lastCheck, logger } = options;
  let cancel: (() => void) | undefined;
  let isOver = false;

  function rest(): void {
    cancel?.();
    cancel = undefined;
  }

  function follow(): void {
    rest();
    if (isOver || place === undefined || !isOn()) return;
    const wait = untilNextCheck(lastCheck(), clock.now());
    if (wait > 0) cancel = clock.after(wait, follow);
    else look(place);
  }

  function look(at: ReleasePlace): void {
    const leaving = new AbortController();
    cancel = () => leaving.abort();
    // Remember first, so that a check without an answer counts, too.
    const told = lastCheck()?.told ?? null;
    options.remember({ at: new Date(clock.now()).toISOString(), told });
    options
      .ask(at.api, leaving.signal)
      .then((text) => {
        if (!leaving.signal.aborted) heard(readRelease(text, at), told);
      })
      .catch((cause: unknown) => {
        if (!leaving.signal.aborted)
          logger.warn('New versions could not be looked for.', { cause: String(cause) });
      })
      .finally(() => {
        if (!leaving.signal.aborted) follow();
      });
  }

  /** Announces each version once. */
  function heard(release: Release | undefined, told: string | null): void {
    if (release === undefined) {
      logger.warn('The answer about new versions names no release.');
      return;
    }
    if (compareVersions(release.version, options.version) <= 0 || release.version === told) return;
    options.remember({ at: new Date(clock.now()).toISOString(), told: release.version });
    options.tell(release);
  }

  return {
    follow,
    stop() {
      isOver = true;
      rest();
    },
  };
}

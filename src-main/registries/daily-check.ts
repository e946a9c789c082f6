/** Reports updates; only following registries take them. */
import type { ShownRegistry } from '../../src-server/contract/service/registry-work.ts';
import type { Clock } from '../clock.ts';
import type { RegistriesState } from '../contract/desktop-bridge.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 3_600_000;

export interface DailyCheckOptions {
  readonly clock: Clock;
  /** Called before each check. */
  readonly isOn: () => boolean;
  readonly state: () => RegistriesState;
  readonly check: (names: readonly string[]) => Promise<RegistriesState>;
  readonly onFound: (found: readonly ShownRegistry[], taken: readonly ShownRegistry[]) => void;
}

export interface DailyCheck {
  /** Asks what is due; otherwise each hour looks. */
  look(): Promise<void>;
  stop(): void;
}

export function createDailyCheck({ clock, isOn, state, check, onFound }: DailyCheckOptions): DailyCheck {
  let isBusy = false;

  /** Also with a time in the future, from a wrong clock. */
  function isDue({ pinned, checked_at }: ShownRegistry): boolean {
    const since = checked_at === null ? DAY_MS : clock.now() - Date.parse(checked_at);
    return !pinned && (since < 0 || since >= DAY_MS);
  }

  async function look(): Promise<void> {
    const due = (state().registries ?? []).filter(isDue);
    if (isBusy || !isOn() || due.length === 0) return;
    isBusy = true;
    try {
      const { registries } = await check(due.map(({ name }) => name));
      const now = (registries ?? []).flatMap((one) => {
        const before = due.find(({ name }) => name === one.name);
        return before === undefined ? [] : [{ one, before }];
      });
      const isNew = now.filter(
        ({ one, before }) => one.update && one.update.commit !== before.update?.commit,
      );
      const isTaken = now.filter(({ one, before }) => one.follow && one.commit !== before.commit);
      onFound(
        isNew.map(({ one }) => one),
        isTaken.map(({ one }) => one),
      );
    } catch {
      // The list was not readable; the window says why.
    } finally {
      isBusy = false;
    }
  }

  return { look, stop: clock.every(LOOK_MS, () => void look()) };
}

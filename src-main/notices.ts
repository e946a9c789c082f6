/** Things the user is told once. Those that were seen before don't come again; facts of this start do. */
import type { AppNotice } from './contract/desktop-bridge.ts';

/** What the user is to be told, until it is dismissed. */
export interface Notices {
  readonly list: readonly AppNotice[];
  /**
   * Shows it until it is dismissed, in the place of one that tells of the same with other words. False where it is shown
   * already, or was seen before and comes only once ever.
   */
  add(notice: AppNotice): boolean;
  dismiss(id: AppNotice['id']): readonly AppNotice[];
}

/** These tell how the app works: knowing it once is enough. */
const ONCE_EVER: ReadonlySet<AppNotice['id']> = new Set([
  'closed-to-tray',
  'no-tray',
  'no-sandbox',
  'sample-registry',
]);

export interface NoticesOptions {
  readonly seen: () => readonly string[];
  readonly remember: (seen: readonly string[]) => void;
  readonly onChange: (notices: readonly AppNotice[]) => void;
}

/** Keeps the notices, and which of those that come only once were seen. */
export function createNotices({ seen, remember, onChange }: NoticesOptions): Notices {
  let list: readonly AppNotice[] = [];

  function replace(next: readonly AppNotice[]): readonly AppNotice[] {
    list = next;
    onChange(list);
    return list;
  }

  return {
    get list() {
      return list;
    },
    add(notice) {
      const shown = list.find(({ id }) => id === notice.id);
      const isSame = shown?.title === notice.title && shown.text === notice.text;
      if (isSame || (ONCE_EVER.has(notice.id) && seen().includes(notice.id))) return false;
      if (ONCE_EVER.has(notice.id)) remember([...seen(), notice.id]);
      replace([...list.filter(({ id }) => id !== notice.id), notice]);
      return true;
    },
    dismiss(id) {
      const rest = list.filter((notice) => notice.id !== id);
      return rest.length === list.length ? list : replace(rest);
    },
  };
}

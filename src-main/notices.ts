import type { AppNotice } from './contract/desktop-bridge.ts';

export interface Notices {
  readonly list: readonly AppNotice[];
  /** Replaces by ID. False if already shown, or seen before and in `ONCE_EVER`. */
  add(notice: AppNotice): boolean;
  dismiss(id: AppNotice['id']): readonly AppNotice[];
}

/** Once per user, not per start. */
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

import type { AppNotice, DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { createStore, type Readable } from './create-store.ts';

/** What the app tells once, until it is dismissed. */
export interface NoticesStore extends Readable<readonly AppNotice[]> {
  /** Never to be told again. */
  dismiss(id: AppNotice['id']): void;
  start(): void;
  stop(): void;
}

/** What the desktop app has to say once, the oldest first; nothing in a browser. */
export function followNotices(
  bridge: Pick<DesktopBridge, 'getNotices' | 'dismissNotice' | 'on'> | undefined,
): NoticesStore {
  const { get, set, subscribe } = createStore<readonly AppNotice[]>([]);
  let leave: (() => void) | undefined;
  return {
    get,
    subscribe,
    // What is refused stays where it is, to be dismissed again.
    dismiss: (id) => void bridge?.dismissNotice({ id }).then(set, () => {}),
    start() {
      if (bridge === undefined || leave !== undefined) return;
      leave = bridge.on('notices', set);
      void bridge.getNotices().then(set, () => {});
    },
    stop() {
      leave?.();
      leave = undefined;
    },
  };
}

import type { AppNotice, DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { createStore, type Readable } from './create-store.ts';

export interface NoticesStore extends Readable<readonly AppNotice[]> {
  /** Permanently. */
  dismiss(id: AppNotice['id']): void;
  start(): void;
  stop(): void;
}

/** Oldest first; empty in a browser. */
export function followNotices(
  bridge: Pick<DesktopBridge, 'getNotices' | 'dismissNotice' | 'on'> | undefined,
): NoticesStore {
  const { get, set, subscribe } = createStore<readonly AppNotice[]>([]);
  let leave: (() => void) | undefined;
  return {
    get,
    subscribe,
    // A notice that could not be dismissed stays visible.
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

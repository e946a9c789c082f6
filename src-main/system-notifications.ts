import { Notification } from 'electron';
import type { AppNotice } from './contract/desktop-bridge.ts';

type Shown = Pick<AppNotice, 'title' | 'text' | 'link'>;

export interface SystemNotifications {
  /** Without effect in unsigned macOS builds. */
  show(notice: Shown): void;
}

export function createSystemNotifications(onClick: (notice: Shown) => void): SystemNotifications {
  // Retained until closed: a garbage-collected notification loses its click event.
  const held = new Set<Notification>();
  return {
    show(notice) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title: notice.title, body: notice.text });
      held.add(notification);
      const release = () => void held.delete(notification);
      notification.on('click', () => {
        release();
        onClick(notice);
      });
      notification.on('close', release);
      notification.on('failed', release);
      notification.show();
    },
  };
}

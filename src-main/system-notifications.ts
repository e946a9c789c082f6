import { Notification } from 'electron';
import type { AppNotice } from './contract/desktop-bridge.ts';

export interface SystemNotifications {
  /** macOS shows none for unsigned builds. */
  show(notice: Pick<AppNotice, 'title' | 'text'>): void;
}

export function createSystemNotifications(onClick: () => void): SystemNotifications {
  // Retained until closed: a garbage-collected notification loses its click event.
  const held = new Set<Notification>();
  return {
    show({ title, text }) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body: text });
      held.add(notification);
      const release = () => void held.delete(notification);
      notification.on('click', () => {
        release();
        onClick();
      });
      notification.on('close', release);
      notification.on('failed', release);
      notification.show();
    },
  };
}

import { Notification } from 'electron';
import type { AppNotice } from './contract/desktop-bridge.ts';

/** The system's own notices, outside of the window. */
export interface SystemNotifications {
  /** Shows it where the system can; `onClick` brings the window. macOS shows none for unsigned builds. */
  show(notice: Pick<AppNotice, 'title' | 'text'>): void;
}

/** @param onClick called when one of them is clicked */
export function createSystemNotifications(onClick: () => void): SystemNotifications {
  // The system holds none of them: one that was collected as garbage no longer tells of its click.
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

/** The notifications of the system, which lead back into the window. */
import { Notification } from 'electron';
import type { AppNotice } from './contract/app-states.ts';

type Shown = Pick<AppNotice, 'title' | 'text' | 'link'>;

export interface SystemNotifications {
  /** Shows a notification. Unsigned builds for macOS show none. */
  show(notice: Shown): void;
}

/** The notifications that are held. Older ones may lose their click; Windows then still opens the window. */
const MOST_HELD = 20;

/**
 * Shows notifications of the system.
 * @param onClick gets what was clicked; undefined for a notification of an earlier run of the app
 * @param Class Electron's class, replaced in tests
 */
export function createSystemNotifications(
  platform: NodeJS.Platform,
  onClick: (notice: Shown | undefined) => void,
  Class: typeof Notification = Notification,
): SystemNotifications {
  // Retained until the user is done with them: a garbage-collected notification loses its click event.
  const held = new Set<Notification>();

  // Windows keeps notifications in its Action Center, also beyond their object and the run of the app. Electron has this
  // function on Windows alone, and calls it before the event of an object that is still there
  // (docs/api/notification.md, shell/browser/notifications/win/windows_toast_activator.cc): the window is shown twice.
  if (platform === 'win32') Class.handleActivation(() => onClick(undefined));

  return {
    show(notice) {
      if (!Class.isSupported()) return;
      const notification = new Class({ title: notice.title, body: notice.text });
      held.add(notification);
      for (const oldest of [...held].slice(0, -MOST_HELD)) held.delete(oldest);
      const release = () => void held.delete(notification);
      notification.on('click', () => {
        release();
        onClick(notice);
      });
      // On Windows it moves to the Action Center after its time, and can still be clicked there.
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut') release();
      });
      notification.on('failed', release);
      notification.show();
    },
  };
}

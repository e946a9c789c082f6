/**
 * What the app has to say: the notices of the page, their words, and which of them follow from the service; and the
 * notifications of the system, which lead back into the window.
 */

import type { Notification } from 'electron';
import type { ShownRegistry } from '../src-server/contract/added-registries.ts';
import { changedSkills } from '../src-server/contract/service.ts';
import { listWords } from '../src-server/contract/words.ts';
import type { AppNotice } from './contract/app-states.ts';
import { type ServiceState, serviceWords } from './contract/service-state.ts';
import type { SettingsOrigin, SettingsStore } from './settings-store.ts';

interface NoticesOptions {
  /** Has the ids of the notices that this user has seen, also in earlier runs. */
  readonly store: Pick<SettingsStore, 'get' | 'update'>;
  readonly onChange: (notices: readonly AppNotice[]) => void;
  readonly isWindowOpen: () => boolean;
  /** Shows a notification of the system. */
  readonly showSystem: (notice: Pick<AppNotice, 'title' | 'text' | 'link'>) => void;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
}

/** The notices that are shown once per user, not once per start. */
const ONCE_EVER: ReadonlySet<AppNotice['id']> = new Set([
  'closed-to-tray',
  'no-tray',
  'no-sandbox',
  'sample-registry',
]);

/**
 * The notices that the page shows until they are closed, at most one for each id. They follow the state of the service:
 * each failure, loss and change of it is told once.
 */
export class Notices {
  readonly #options: NoticesOptions;
  #list: readonly AppNotice[] = [];
  #newPort: number | undefined;
  /** The failure or loss that was told last. */
  #told: string | undefined;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  get list(): readonly AppNotice[] {
    return this.#list;
  }

  /**
   * Adds a notice, in the place of one with the same id. Returns false if it is shown already, or if this user has seen
   * it and it is shown once ever.
   */
  add(notice: AppNotice): boolean {
    const { store } = this.#options;
    const seen = store.get().seenNotices;
    const shown = this.#list.find(({ id }) => id === notice.id);
    const isSame = shown?.title === notice.title && shown.text === notice.text;
    if (isSame || (ONCE_EVER.has(notice.id) && seen.includes(notice.id))) return false;
    if (ONCE_EVER.has(notice.id)) store.update({ seenNotices: [...seen, notice.id] });
    this.#replace([...this.#list.filter(({ id }) => id !== notice.id), notice]);
    return true;
  }

  /** Adds a notice; without a window the system shows it, too. */
  tell(notice: AppNotice): void {
    const { isWindowOpen, showSystem } = this.#options;
    if (this.add(notice) && !isWindowOpen()) showSystem(notice);
  }

  dismiss(id: AppNotice['id']): readonly AppNotice[] {
    const rest = this.#list.filter((notice) => notice.id !== id);
    if (rest.length < this.#list.length) this.#replace(rest);
    return this.#list;
  }

  /** Takes a state of the service. */
  follow(state: ServiceState): void {
    const { isWindowOpen, showSystem, now } = this.#options;
    const { sentence: title, detail: text } = serviceWords(state, new Date(now()));
    // With a window, the page shows the failure.
    if (state.phase === 'failed' && this.#isNews('failed', state.since) && !isWindowOpen())
      showSystem({ title, text });
    if (state.phase === 'away' && this.#isNews('away', state.since))
      this.tell({ id: 'registry-gone', title, text });
    if (state.phase !== 'serving') return;
    // A folder or an added registry may have taken its place.
    if (state.status.registry.sample === true) this.add(NOTICES.sampleRegistry);
    else this.dismiss('sample-registry');
    this.dismiss('registry-gone');
    this.#told = undefined;
    if (this.#newPort !== undefined && this.#newPort === state.port)
      this.tell(NOTICES.portChanged(this.#newPort));
    this.#newPort = undefined;
  }

  /** Tells of another port as soon as it is served: connected clients must change. */
  portWillChange(port: number): void {
    this.#newPort = port;
  }

  #isNews(phase: 'failed' | 'away', since: number): boolean {
    const before = this.#told;
    this.#told = `${phase} ${since}`;
    return before !== this.#told;
  }

  #replace(next: readonly AppNotice[]): void {
    this.#list = next;
    this.#options.onChange(next);
  }
}

/** The most registries that a notice names. */
const MOST_NAMED = 3;

/** Says what an update changes, such as `12 skills changed in team`; the tray says it, too. */
export function updateTitle({ name, update }: ShownRegistry): string {
  const skills = update === null ? undefined : changedSkills(update);
  return skills === undefined ? `${name} has a new commit` : `${skills} changed in ${name}`;
}

type RecoveredSettings = Extract<SettingsOrigin, { kind: 'recovered' }>;

/** The words of every notice, each once. */
export const NOTICES = {
  sampleRegistry: {
    id: 'sample-registry',
    title: 'The sample registry is served',
    text: 'It shows how skills look. Choose your own folder whenever you like.',
  },
  noTray: {
    id: 'no-tray',
    title: 'This desktop has no tray',
    text: 'Closing the window quits the app. On GNOME the AppIndicator extension adds a tray.',
  },
  closedToTray: (state: ServiceState, now: Date): AppNotice => ({
    id: 'closed-to-tray',
    title: 'Skills Registry stays in the tray',
    text: `${serviceWords(state, now).sentence} Quit is in the tray menu.`,
  }),
  settingsRecovered: ({ backup, reason, isPartial }: RecoveredSettings): AppNotice => ({
    id: 'settings-recovered',
    title: isPartial ? 'A setting could not be used' : 'Settings could not be used',
    text: [
      isPartial
        ? `The default is in use instead, because ${reason}. Other settings are kept.`
        : `Defaults are in use, because ${reason}.`,
      backup === undefined
        ? 'The old file could not be copied: the next change of a setting replaces it.'
        : `The old file was kept as ${backup}.`,
    ].join(' '),
  }),
  noSandbox: {
    id: 'no-sandbox',
    title: 'This window runs without the system’s sandbox',
    text: 'The AppImage starts so where the system forbids unprivileged user namespaces, as Ubuntu 24.04 does. The .deb package doesn’t need to.',
  },
  portChanged: (port: number): AppNotice => ({
    id: 'port-changed',
    title: `Serving on port ${port}`,
    text: 'Connect the programs again: connected programs use the old port.',
  }),
  registryUpdates: (found: readonly ShownRegistry[]): AppNotice => ({
    id: 'registry-update',
    title: listWords(found.map(updateTitle), MOST_NAMED),
    text: 'Agents get the old skills until you take the update.',
    link: {
      label: 'See the update',
      url: found.length === 1 ? `#/source?update=${found[0]?.name}` : '#/source',
    },
  }),
  registriesTaken: (taken: readonly ShownRegistry[]): AppNotice => ({
    id: 'registry-update',
    title: `Updated: ${listWords(
      taken.map(({ name }) => name),
      MOST_NAMED,
    )}`,
    text: 'You chose to follow updates.',
    link: { label: 'Source', url: '#/source' },
  }),
  actionRefused: (message: string): AppNotice => ({
    id: 'action-refused',
    title: 'That could not be done',
    text: message,
  }),
  registryRefused: ({ message, nextStep }: { message: string; nextStep: string }): AppNotice => ({
    id: 'registry-refused',
    title: 'That folder is not served',
    text: `${message} ${nextStep}`,
  }),
} as const satisfies Record<string, AppNotice | ((...args: never[]) => AppNotice)>;

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
 * @param Class Electron's class, or one of a test
 */
export function createSystemNotifications(
  platform: NodeJS.Platform,
  onClick: (notice: Shown | undefined) => void,
  Class: typeof Notification,
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

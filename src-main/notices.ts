import { changedSkills, type ShownRegistry } from '../src-server/contract/service.ts';
import { listWords } from '../src-server/contract/words.ts';
import type { AppNotice } from './contract/app-states.ts';
import type { ServiceState } from './contract/service-state.ts';
import { serviceWords } from './contract/service-words.ts';
import type { SettingsOrigin } from './settings-store.ts';

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

interface NoticesOptions {
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

const MOST_NAMED = 3;

/** `12 skills changed in team`, also in the tray. */
export function updateTitle({ name, update }: ShownRegistry): string {
  const skills = update === null ? undefined : changedSkills(update);
  return skills === undefined ? `${name} has a new commit` : `${skills} changed in ${name}`;
}

type RecoveredSettings = Extract<SettingsOrigin, { kind: 'recovered' }>;

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
    text: isPartial
      ? `The default is in use instead, because ${reason}. Other settings are kept. The old file was kept as ${backup}.`
      : `Defaults are in use, because ${reason}. The old file was kept as ${backup}.`,
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
    title: found.map(updateTitle).slice(0, MOST_NAMED).join(', '),
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

interface ServiceNoticesOptions {
  readonly isWindowOpen: () => boolean;
  /** Shows the notice in the window, without a notification of the system. */
  readonly add: (notice: AppNotice) => void;
  readonly tell: (notice: AppNotice) => void;
  readonly dismiss: (id: AppNotice['id']) => void;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  readonly showSystem: (notice: Pick<AppNotice, 'title' | 'text'>) => void;
}

export interface ServiceNotices {
  /** Tells each failure, loss and change once. */
  follow(state: ServiceState): void;
  /** Tells when ready at the port: connected clients must change. */
  portWillChange(port: number): void;
}

export function createServiceNotices(options: ServiceNoticesOptions): ServiceNotices {
  const { isWindowOpen, add, tell, dismiss, now, showSystem } = options;
  let newPort: number | undefined;
  /** The failure or loss that was told. */
  let told: string | undefined;

  function isNews(phase: 'failed' | 'away', since: number): boolean {
    const before = told;
    told = `${phase} ${since}`;
    return before !== told;
  }

  return {
    follow(state) {
      const { sentence: title, detail: text } = serviceWords(state, new Date(now()));
      // With a window, the page shows the failure.
      if (state.phase === 'failed' && isNews('failed', state.since) && !isWindowOpen())
        showSystem({ title, text });
      if (state.phase === 'away' && isNews('away', state.since)) tell({ id: 'registry-gone', title, text });
      if (state.phase !== 'serving') return;
      // A folder or an added registry may have taken its place.
      if (state.status.registry.sample === true) add(NOTICES.sampleRegistry);
      else dismiss('sample-registry');
      if (told !== undefined) dismiss('registry-gone');
      told = undefined;
      if (newPort !== undefined && newPort === state.port) tell(NOTICES.portChanged(newPort));
      newPort = undefined;
    },
    portWillChange(port) {
      newPort = port;
    },
  };
}

import type { ShownRegistry } from '../src-server/contract/service/registry-work.ts';
import { changedSkills } from '../src-server/contract/words/changed-count.ts';
import { listWords } from '../src-server/contract/words/list-words.ts';
import type { AppNotice, ServiceState } from './contract/desktop-bridge.ts';
import { serviceWords } from './contract/service-words.ts';
import type { SettingsOrigin } from './settings/settings-store.ts';

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

import { join } from 'node:path';
import type { ShownRegistry } from '../../src-server/contract/added-registries.ts';
import type { Commands } from '../commands.ts';
import type { AppNotice, LoginItemState, RecentRegistry } from '../contract/app-states.ts';
import { Refusal } from '../contract/requests.ts';
import { type ServiceState, type ServiceWords, serviceWords } from '../contract/service-state.ts';
import type { DesktopApp } from '../desktop-app.ts';
import { NOTICES, updateTitle } from '../notices.ts';
import type { ServerSupervisor } from '../server/server-supervisor.ts';

/** An item of the tray's menu. */
export type TrayItem =
  | { readonly type: 'separator' }
  | {
      readonly type: 'normal' | 'checkbox' | 'radio';
      readonly label: string;
      /** Does what the item is for. Absent where it can't be chosen. */
      readonly click?: () => unknown;
      readonly checked?: boolean;
    }
  | { readonly type: 'submenu'; readonly label: string; readonly items: readonly TrayItem[] };

/** What the tray's menu is made of. */
export interface TrayInput {
  readonly appName: string;
  readonly server: ServiceState;
  readonly recentRegistries: readonly RecentRegistry[];
  readonly updates: readonly ShownRegistry[];
  readonly startAtLogin: LoginItemState;
  /** The time now, in milliseconds since 1970. */
  readonly now: number;
  /** The home folder, which is shown as `~`. */
  readonly home: string;
  readonly sampleRegistry: string;
  readonly show: (hash?: string) => void;
  readonly supervisor: Pick<ServerSupervisor, 'start' | 'stop' | 'restart'>;
  readonly commands: Commands;
}

/** What the tray shows. Two views with the same content are drawn once. */
export interface TrayView {
  readonly glyph: TrayGlyph;
  readonly toolTip: string;
  readonly items: readonly TrayItem[];
}

const MOST_UPDATES = 5;

/** Returns the tray for a state of the app. It depends on nothing else, so tests compare whole menus. */
export function buildTray(input: TrayInput): TrayView {
  const { server, appName, show, commands } = input;
  const words = serviceWords(server, new Date(input.now));
  return {
    glyph: glyphOf(server),
    toolTip: `${appName}: ${words.line}`,
    items: [
      disabledItem(words.line),
      ...rowsBelow(server, words).map(disabledItem),
      { type: 'separator' },
      actionItem(`Open ${appName}`, () => show()),
      server.phase === 'serving' || server.phase === 'away'
        ? actionItem('Copy URL', () => commands.copy(server.address))
        : disabledItem('Copy URL'),
      actionItem('Connect an IDE…', () => show('#/agents')),
      { type: 'submenu', label: 'Registry', items: registryItems(input) },
      ...input.updates
        .slice(0, MOST_UPDATES)
        .map((registry) =>
          actionItem(`${updateTitle(registry)}…`, () => show(`#/source?update=${registry.name}`)),
        ),
      { type: 'separator' },
      ...serverItems(input),
      { type: 'separator' },
      loginItem(input),
      actionItem('Show logs', commands.showLogs),
      { type: 'separator' },
      actionItem(`Quit ${appName}`, commands.quit),
    ],
  };
}

function glyphOf({ phase }: ServiceState): TrayGlyph {
  if (phase === 'serving') return 'serving';
  return phase === 'away' || phase === 'restarting' || phase === 'failed' ? 'problem' : 'waiting';
}

/** The rows below the first: while agents get less than they should, the sentence says what they get. */
function rowsBelow({ phase }: ServiceState, { tone, sentence, detail }: ServiceWords): string[] {
  if (phase === 'starting' || phase === 'stopping') return [];
  if (phase === 'stopped') return [detail];
  return [
    ...(tone === 'good' || tone === 'still' ? [] : [sentence]),
    ...(phase === 'serving' && detail !== '' ? [detail] : []),
  ];
}

function registryItems({ recentRegistries, server, home, sampleRegistry, commands }: TrayInput): TrayItem[] {
  const recent = recentRegistries.map(
    ({ path, current, reachable }): TrayItem => ({
      type: 'radio',
      label: `${shorten(path, home)}${reachable ? '' : ' (not reachable)'}`,
      checked: current,
      ...(reachable && { click: () => commands.serveRegistry(path) }),
    }),
  );
  // Systems check the first item of a radio group without a checked item, so the served registry is always
  // listed.
  const isListed = recentRegistries.some(({ current }) => current);
  const isSample = server.folder === sampleRegistry;
  const other: TrayItem = { type: 'radio', label: shorten(server.folder ?? '', home), checked: true };
  return [
    ...(isListed || isSample ? [] : [other]),
    ...recent,
    { type: 'radio', label: 'Sample', checked: isSample && !isListed, click: commands.serveSample },
    { type: 'separator' },
    actionItem('Choose…', commands.chooseRegistry),
    actionItem('Reveal', () => commands.reveal('.')),
  ];
}

/**
 * The actions of the service. Start, Stop and Restart are always listed, and disabled where they don't apply; what helps against a
 * taken port is listed only then.
 */
function serverItems({ server, supervisor, commands }: TrayInput): TrayItem[] {
  const { phase } = server;
  const runs = phase === 'serving' || phase === 'away';
  const down = phase === 'stopped' || phase === 'failed';
  const up = runs || phase === 'starting' || phase === 'restarting';
  const { nextFreePort: port, servedAt } = phase === 'failed' ? server.failure : {};
  return [
    ...(servedAt
      ? [actionItem('Open the page of the other service', () => commands.openLink(servedAt))]
      : []),
    ...(port ? [actionItem(`Use port ${port}`, () => commands.serveOnPort(port))] : []),
    // Between two attempts it starts at once.
    down || phase === 'restarting'
      ? actionItem('Start service', () => supervisor.start())
      : disabledItem('Start service'),
    up ? actionItem('Stop service', () => supervisor.stop()) : disabledItem('Stop service'),
    runs ? actionItem('Restart service', () => supervisor.restart()) : disabledItem('Restart service'),
  ];
}

function loginItem({ startAtLogin: { state }, commands }: TrayInput): TrayItem {
  const item = { type: 'checkbox', label: 'Start at login', checked: state === 'on' } as const;
  if (state === 'unsupported') return item;
  return { ...item, click: () => commands.changeSettings({ startAtLogin: state !== 'on' }) };
}

/** Shows a path with `~` for the home folder of this user, which may lie anywhere; `shortFolder` knows usual places alone. */
function shorten(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)
    ? `~${path.slice(home.length)}`
    : path;
}

function disabledItem(label: string): TrayItem {
  return { type: 'normal', label };
}

function actionItem(label: string, click: () => unknown): TrayItem {
  return { type: 'normal', label, click };
}

/** Returns what does an item's action. Refusals are explained in the window. */
export function createTrayActions({
  window,
  notices,
}: Pick<DesktopApp, 'window' | 'notices'>): (click: () => unknown) => Promise<void> {
  /**
   * Explains a refusal in the window: on macOS a message box without a window is modal, and would block the main
   * process and the service.
   */
  function explain(notice: AppNotice): void {
    window.show('#/');
    notices.tell(notice);
  }

  return async (click: () => unknown): Promise<void> => {
    try {
      const result = (await click()) as Partial<Parameters<typeof NOTICES.registryRefused>[0]> | undefined;
      const { message, nextStep } = result ?? {};
      if (message !== undefined && nextStep !== undefined)
        explain(NOTICES.registryRefused({ message, nextStep }));
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      explain(NOTICES.actionRefused(cause.message));
    }
  };
}

/** The picture of the tray, `waiting` in all other states. States differ by their shape, not by their colour. */
type TrayGlyph = 'serving' | 'waiting' | 'problem';

/**
 * Returns the image of a state for a system.
 * @param darkPanel whether the panel is dark; Linux shows the image unchanged
 */
export function trayIconFile(
  folder: string,
  glyph: TrayGlyph,
  platform: NodeJS.Platform,
  darkPanel: boolean,
): string {
  // macOS colors files named `*Template` itself.
  if (platform === 'darwin') return join(folder, `${glyph}Template.png`);
  // Outlined for light and dark taskbars: until a theme changes, Electron reports the apps' theme instead.
  if (platform === 'win32') return join(folder, `${glyph}.ico`);
  return join(folder, `${glyph}${darkPanel ? '-dark' : '-light'}.png`);
}

/** One way to start and drive the app: on the real Electron where its binary is there, else on the stand-in. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright';
import { userFolders } from '../../src-server/platform/files.ts';
import { launchElectron, realElectron } from './launch-electron.ts';
import { launchStandIn } from './launch-stand-in.ts';
import { descendants, leftovers } from './processes.ts';
import { PROJECT } from './project.ts';

type ElectronModule = typeof import('electron');

/** What each runtime offers by itself. */
export interface RunningApp {
  /** `Electron 45.4.1, Node 24.x` or `stand-in for Electron 45.4.1, Node 20.x`. */
  readonly runtime: string;
  readonly pid: number;
  readonly exited: Promise<number | null>;
  /** Returns the page of the window that is open, or of the next one. */
  page(): Promise<Page>;
  /** All windows that are open, in the order they were opened. */
  pages(): Promise<readonly Page[]>;
  /** Runs `inside` in the main process; only what JSON can carry comes back. */
  evaluate<T, A>(inside: (electron: ElectronModule, argument: A) => T | Promise<T>, argument: A): Promise<T>;
  /** What the runtime would not have allowed, and errors of the page. */
  problems(): readonly string[];
  /** Returns what the page asked of other origins. */
  foreignRequests(): readonly string[];
  output(): string;
  dispose(): Promise<void>;
}

/** A temporary folder, links resolved: those of macOS and Windows lie behind one, and the app names real paths. */
export function newFolder(): string {
  return realpathSync.native(mkdtempSync(join(tmpdir(), 'skills-desktop-')));
}

/** Everything a start needs beside the app itself. */
export interface LaunchOptions {
  /** The app's folder; the project's own where absent. */
  readonly appFolder?: string;
  readonly isPackaged?: boolean;
  readonly args?: readonly string[];
  /** A user of its own: settings, discovery files, everything. A new one where absent. */
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Leave it to the app where it keeps its data; only where that follows the environment. */
  readonly ownUserData?: boolean;
  /** This start hands over to the app that runs, and ends. Playwright takes any other start that ends for a failure. */
  readonly endsAtOnce?: boolean;
  /** Whether the desktop has a place for tray icons. */
  readonly trayHost?: boolean;
}

export interface PreparedLaunch {
  readonly appFolder: string;
  readonly endsAtOnce: boolean;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface TrayItemView {
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly items?: readonly TrayItemView[];
}

export interface TraySeen {
  readonly toolTip: string;
  /** The name of the picture's file. */
  readonly icon: string;
  readonly items: readonly TrayItemView[];
}

export type DesktopDriver = RunningApp & {
  readonly home: string;
  readonly userData: string;
  readonly discoveryFolder: string;
  /** Whether the app has one, also where its page is still to come. */
  hasWindow(): Promise<boolean>;
  tray(): Promise<TraySeen | null>;
  /** Chooses an item by the labels on the way to it, once it can be chosen. */
  clickTray(...labels: string[]): Promise<void>;
  answerDialog(method: 'showOpenDialog' | 'showErrorBox', answer: unknown): Promise<void>;
  /** What was handed to the system: links, folders. */
  opened(): Promise<ReadonlyArray<readonly [door: string, target: string]>>;
  closeWindow(): Promise<void>;
  /** Quits, and tells which of the app's processes are left afterwards. */
  quit(how?: () => Promise<unknown>): Promise<{ code: number | null; watched: number; leftovers: number[] }>;
};

export async function launchDesktop(options: LaunchOptions = {}): Promise<DesktopDriver> {
  const home = options.home ?? newFolder();
  const userData = options.ownUserData ? join(home, 'config', 'skills-registry') : join(home, 'user-data');
  const data = join(home, 'data');
  if (!options.ownUserData) mkdirSync(userData, { recursive: true });
  const prepared: PreparedLaunch = {
    appFolder: options.appFolder ?? PROJECT,
    isPackaged: options.isPackaged ?? false,
    endsAtOnce: options.endsAtOnce ?? false,
    args: [...(options.ownUserData ? [] : [`--user-data-dir=${userData}`]), ...(options.args ?? [])],
    env: {
      ...process.env,
      HOME: home,
      // Windows has its home here, and a real user's settings must not be met.
      USERPROFILE: home,
      APPDATA: join(home, 'config'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: data,
      LOCALAPPDATA: data,
      PATH: [fakeBus(options.trayHost ?? true), process.env['PATH'] ?? ''].join(delimiter),
      ...options.env,
    },
  };
  // A packed app takes no `-r`, and the one for tests has no runtime in it: it always runs on the stand-in.
  const binary = prepared.isPackaged ? undefined : realElectron(PROJECT);
  // Where the real one is what is to be proven, a run on the stand-in would prove nothing.
  if (binary === undefined && process.env['DESKTOP_REQUIRE'] === 'electron')
    throw new Error(
      'DESKTOP_REQUIRE asks for a real Electron, and there is none: the stand-in was not used.',
    );
  const running =
    binary === undefined ? await launchStandIn(prepared) : await launchElectron(prepared, binary);
  return {
    ...running,
    ...driving(running),
    home,
    userData,
    discoveryFolder: join(userFolders(prepared.env, process.platform, home).data, 'servers'),
  };
}

/** A `gdbus` that answers whether the panel has a place for tray icons. */
export function fakeBus(hasHost: boolean): string {
  return join(PROJECT, 'test/desktop/fixtures', hasHost ? 'bus-with-tray' : 'bus-without-tray');
}

/** How long the tray may take to offer what is so; the menu is made anew after each change. */
const PATIENCE_MS = 60_000;

/** Runs in the main process: chooses an item by the labels on the way to it, or tells why it can't be chosen now. */
function clickItem(_electron: unknown, wanted: readonly string[]): string | undefined {
  interface Item {
    label: string;
    type: string;
    enabled: boolean;
    click(): void;
    submenu?: { items: Item[] };
  }
  const { tray } = (globalThis as unknown as { __desktopTest: { tray?: { menu?: { items: Item[] } } } })
    .__desktopTest;
  let items = tray?.menu?.items ?? [];
  let item: Item | undefined;
  for (const label of wanted) {
    item = items.find((candidate) => candidate.label === label);
    if (item === undefined) return `The tray has no ${label}.`;
    items = item.type === 'submenu' ? (item.submenu?.items ?? []) : [];
  }
  if (!item?.enabled) return `${wanted.join(', ')} cannot be chosen now.`;
  item.click();
  return undefined;
}

function driving(running: RunningApp) {
  const { evaluate } = running;
  return {
    hasWindow: () => evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length > 0, null),
    tray: () =>
      evaluate((): TraySeen | null => {
        interface Item {
          label: string;
          type: string;
          enabled: boolean;
          checked: boolean;
          submenu?: { items: Item[] };
        }
        const { tray } = (
          globalThis as unknown as {
            __desktopTest: { tray?: { menu: { items: Item[] }; toolTip: string; icon: string } };
          }
        ).__desktopTest;
        const view = ({ label, type, enabled, checked, ...rest }: Item): TrayItemView => ({
          label,
          type,
          enabled,
          checked,
          ...(type === 'submenu' && { items: rest.submenu?.items.map(view) ?? [] }),
        });
        return tray?.menu
          ? {
              toolTip: tray.toolTip,
              icon: tray.icon.split(/[\\/]/).pop() ?? '',
              items: tray.menu.items.map(view),
            }
          : null;
      }, null),
    async clickTray(...labels: string[]) {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        const obstacle = await evaluate(clickItem, labels);
        if (obstacle === undefined || obstacle === null) return;
        if (Date.now() > until) throw new Error(obstacle);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    answerDialog: (method: string, answer: unknown) =>
      evaluate(
        ({ dialog }, given) => {
          Object.assign(dialog, {
            [given.method]: async (...asked: unknown[]) => {
              const { dialogs } = (globalThis as unknown as { __desktopTest: { dialogs: string[] } })
                .__desktopTest;
              dialogs.push(JSON.stringify(asked.at(-1)));
              return given.answer;
            },
          });
        },
        { method, answer },
      ),
    opened: () =>
      evaluate(
        () =>
          (globalThis as unknown as { __desktopTest: { opened: Array<[string, string]> } }).__desktopTest
            .opened,
        null,
      ),
    closeWindow: () =>
      evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.close();
      }, null),
    async quit(how?: () => Promise<unknown>) {
      const pids = [running.pid, ...descendants(running.pid)];
      if (how === undefined) await evaluate(({ app }) => app.quit(), null).catch(() => undefined);
      else await how().catch(() => undefined);
      const code = await running.exited;
      return { code, watched: pids.length, leftovers: await leftovers(pids) };
    },
  };
}

/** Removes what a run left in its home. */
export async function forget(home: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return rmSync(home, { recursive: true, force: true });
    } catch (error) {
      // A process of the run may still be leaving, and make files as it goes; `maxRetries` would not see these.
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

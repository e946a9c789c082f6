/**
 * The app once Electron is ready: settings, service, tray, window and log, and who tells whom. Electron's own objects
 * are made here or in the modules beside; what is decided is decided in the pure ones.
 */

import { existsSync } from 'node:fs';
import { app, dialog, ipcMain, nativeTheme, protocol, session } from 'electron';
import type { ServeRequest } from '../src-server/contract/messages.ts';
import { type ActivityLog, createActivityLog } from './activity-log.ts';
import { systemClock } from './clock.ts';
import { createFolderLooks, type FolderLooks } from './folder-looks.ts';
import type {
  AppNotice,
  RecentRegistry,
  ServerStatus,
  SetRegistryResult,
  SettingsState,
} from './ipc/contract.ts';
import { createHandlers } from './ipc/handlers.ts';
import { serveRequests } from './ipc/serve-requests.ts';
import { isTrustedSender } from './ipc/trusted-sender.ts';
import type { Loggers } from './logging.ts';
import type { LoginItem } from './login/login-item.ts';
import { NOTICES, serviceFailed } from './notice-texts.ts';
import { createNotices, type Notices } from './notices.ts';
import type { AppPaths } from './paths.ts';
import { listRecent, setRegistry } from './registry-choice.ts';
import { forkUtilityProcess } from './server/fork-utility-process.ts';
import { inspectRegistry } from './server/inspect-registry.ts';
import { probeStatus } from './server/probe-status.ts';
import { ServerSupervisor } from './server/server-supervisor.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { createSystemNotifications, type SystemNotifications } from './system-notifications.ts';
import { type AppTray, createAppTray } from './tray/app-tray.ts';
import { performTrayAction } from './tray/perform-tray-action.ts';
import { buildTray } from './tray/tray-menu.ts';
import { APP_SCHEME } from './window/app-origin.ts';
import { createAppProtocol } from './window/app-protocol.ts';
import { type AppWindow, createAppWindow, isDarkTheme } from './window/app-window.ts';
import { denyPermissions } from './window/security.ts';

export interface DesktopAppOptions {
  readonly paths: AppPaths;
  readonly store: SettingsStore;
  readonly loggers: Loggers;
  readonly loginItem: LoginItem;
  readonly hasTray: boolean;
  readonly platform: NodeJS.Platform;
  /** A port for this run only. */
  readonly portOnce: number | undefined;
}

export class DesktopApp {
  readonly options: DesktopAppOptions;
  readonly supervisor: ServerSupervisor;
  readonly activity: ActivityLog;
  readonly notices: Notices;
  readonly window: AppWindow;
  readonly #looks: FolderLooks;
  readonly #system: SystemNotifications;
  readonly #fork: ReturnType<typeof forkUtilityProcess>;
  #tray: AppTray | undefined;
  #settings: SettingsState;
  #closing: Promise<void> | undefined;
  /** Told once the service really serves there. */
  #portToTell: number | undefined;
  #failedSince: string | undefined;

  constructor(options: DesktopAppOptions) {
    const { paths, store, loggers } = options;
    this.options = options;
    this.#settings = {
      settings: store.get(),
      recentRegistries: [],
      startAtLogin: { state: 'off' },
    };
    this.#fork = forkUtilityProcess(paths.serverEntry, 'Skills Registry service');
    this.#looks = createFolderLooks({ clock: systemClock, onChange: () => void this.refreshSettings() });
    this.#system = createSystemNotifications(() => this.window.show());
    this.activity = createActivityLog(
      systemClock,
      (change) => this.window.send('activity', change),
      store.get().recordActivity,
    );
    this.notices = createNotices({
      seen: () => store.get().seenNotices,
      remember: (seenNotices) => store.update({ seenNotices }),
      onChange: (notices) => this.window.send('notices', notices),
    });
    this.supervisor = new ServerSupervisor({
      fork: this.#fork,
      clock: systemClock,
      logger: loggers.main,
      serverLogger: loggers.server,
      probe: probeStatus,
      random: Math.random,
      ...(options.portOnce !== undefined && { portOnce: options.portOnce }),
      request: () => this.#serveRequest(),
      onStatus: (status) => this.#serverChanged(status),
      onActivity: (event) => this.activity.add(event),
      onRegistry: ({ available, path }) => {
        if (available) this.notices.dismiss('registry-gone');
        else this.#tell(NOTICES.registryGone(path));
      },
    });
    this.window = createAppWindow({
      title: app.getName(),
      preload: paths.preload,
      icon: paths.windowIcon,
      isDark: () => isDarkTheme(store.get().theme),
      logger: loggers.main,
      now: systemClock.now,
      // Without a Dock icon (LSUIElement) an open window could not be switched to.
      onOpen: () => void app.dock?.show(),
      onClosed: () => app.dock?.hide(),
      onSessionEnd: () => this.supervisor.forceKill(),
    });
  }

  /** Everything that needs Electron to be ready. The window is opened by whoever started the app. */
  async start(): Promise<void> {
    const { paths, store, loggers, loginItem, hasTray } = this.options;
    denyPermissions(session.defaultSession);
    protocol.handle(
      APP_SCHEME,
      createAppProtocol({ pageFolder: paths.page, serviceUrl: () => this.supervisor.url, fetch }),
    );
    serveRequests({
      ipcMain,
      handlers: createHandlers(this),
      isTrusted: (event) => isTrustedSender(event, this.window.current?.webContents),
      logger: loggers.main,
    });
    this.#applyTheme();
    this.#noticeStart();
    if (hasTray) this.#tray = this.#createTray();
    if (store.get().serveOnStart) await this.supervisor.start();
    await loginItem.repair().catch((cause: unknown) => {
      loggers.main.warn('The login entry could not be checked.', { cause: String(cause) });
    });
    await this.refreshSettings();
  }

  /** Looks at the system again (login item, folders), then tells tray and window. */
  async refreshSettings(): Promise<SettingsState> {
    const { store, loginItem } = this.options;
    const startAtLogin = await loginItem.read();
    const recentRegistries = this.#recentRegistries();
    this.#looks.refresh(recentRegistries.map(({ path }) => path));
    const before = JSON.stringify(this.#settings);
    this.#settings = { settings: store.get(), recentRegistries, startAtLogin };
    if (JSON.stringify(this.#settings) !== before) {
      this.window.send('settings', this.#settings);
      this.#tray?.redraw();
    }
    return this.#settings;
  }

  /** Shows it in the window, and by the system where the window isn't open. */
  closedToTray(): void {
    const notice = NOTICES.closedToTray(this.supervisor.status);
    if (this.notices.add(notice)) this.#system.show(notice);
  }

  setRegistry(path: string): Promise<SetRegistryResult> {
    const { paths, store, loggers } = this.options;
    return setRegistry(
      {
        home: paths.home,
        inspect: (folder) => inspectRegistry(this.#fork, systemClock, folder),
        serve: async (root) => {
          loggers.main.info('Another registry was chosen.', { root });
          if (root === paths.sampleRegistry) store.chooseSample();
          else store.chooseRegistry(root);
          await this.supervisor.restart();
          await this.refreshSettings();
        },
      },
      path,
    );
  }

  async chooseRegistry(): Promise<SetRegistryResult> {
    const options: Electron.OpenDialogOptions = {
      title: 'Choose a registry of skills',
      buttonLabel: 'Serve this folder',
      defaultPath: this.options.store.get().registry ?? this.options.paths.home,
      properties: ['openDirectory', 'showHiddenFiles'],
    };
    const parent = this.window.current;
    const { canceled, filePaths } = await (parent === undefined
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(parent, options));
    const [path] = filePaths;
    return canceled || path === undefined ? { outcome: 'cancelled' } : this.setRegistry(path);
  }

  /** Takes a change of the settings to everything that follows them. */
  async settingsChanged(change: {
    port: boolean;
    logLevel: boolean;
    theme: boolean;
  }): Promise<SettingsState> {
    if (change.theme) this.#applyTheme();
    if (change.logLevel) this.options.loggers.setLevel(this.options.store.get().logLevel);
    this.supervisor.settingsChanged(change);
    return this.refreshSettings();
  }

  /** Every way out ends here, however often it is taken: resolves when no process and no unwritten setting is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.supervisor.dispose();
    await this.options.store.settled();
    this.#tray?.close();
  }

  #serveRequest(): ServeRequest {
    const { registry, host, port, allowedOrigins, allowSubmit, logLevel } = this.options.store.get();
    return {
      registry: registry ?? this.options.paths.sampleRegistry,
      ...{ host, port, allowedOrigins, allowSubmit, logLevel },
    };
  }

  #serverChanged(status: ServerStatus): void {
    if (status.state === 'ready') this.#serves(status);
    if (status.state === 'failed') this.#fails(status);
    this.activity.setAvailable(status.state !== 'ready' || status.attachedTo === undefined);
    this.window.send('server', status);
    this.#tray?.redraw();
  }

  #createTray(): AppTray {
    const { paths, platform, loggers } = this.options;
    return createAppTray({
      iconFolder: paths.trayIcons,
      platform,
      view: () =>
        buildTray({
          appName: app.getName(),
          server: this.supervisor.status,
          recentRegistries: this.#settings.recentRegistries,
          startAtLogin: this.#settings.startAtLogin,
          home: paths.home,
        }),
      perform: (action) =>
        performTrayAction(this, action).catch((cause: unknown) => {
          loggers.main.error('The tray’s wish failed.', { action: action.kind, cause: String(cause) });
          this.window.show();
        }),
    });
  }

  /** Serves on another port, and says so once it does: whoever was connected must learn it. */
  async switchPort(port: number): Promise<ServerStatus> {
    this.#portToTell = port;
    return this.supervisor.restartOn(port);
  }

  #serves({ port, registry, skills }: Extract<ServerStatus, { state: 'ready' }>): void {
    if (this.#portToTell === port) this.#tell(NOTICES.portChanged(port));
    this.#portToTell = undefined;
    this.options.store.noteServed(registry, skills, new Date());
  }

  /** The window says it by itself; where there is none, the system does, once for each time. */
  #fails({ since, failure }: Extract<ServerStatus, { state: 'failed' }>): void {
    if (this.#failedSince !== since && !this.window.isOpen) this.#system.show(serviceFailed(failure.message));
    this.#failedSince = since;
  }

  /** As they are known now; what a new look tells comes with `refreshSettings`. */
  #recentRegistries(): RecentRegistry[] {
    return listRecent(this.options.store.get(), (path) => this.#looks.isThere(path));
  }

  #noticeStart(): void {
    const { store, hasTray } = this.options;
    if (store.origin.kind === 'recovered') this.#tell(NOTICES.settingsRecovered(store.origin));
    if (store.get().registry === null) this.notices.add(NOTICES.sampleRegistry);
    if (!hasTray) this.notices.add(NOTICES.noTray);
    if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) this.notices.add(NOTICES.noSandbox);
  }

  #tell(notice: AppNotice): void {
    if (this.notices.add(notice) && !this.window.isOpen) this.#system.show(notice);
  }

  /** On Linux the tray's picture follows the panel, not our window, so the system's theme is left alone. */
  #applyTheme(): void {
    if (this.options.platform !== 'linux') nativeTheme.themeSource = this.options.store.get().theme;
  }
}

/** Whether this is a build with everything in its place; a broken one says so instead of showing an empty window. */
export function missingParts(paths: AppPaths): string[] {
  return [paths.page, paths.preload, paths.serverEntry].filter((part) => !existsSync(part));
}

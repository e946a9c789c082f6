import { app, Notification, nativeTheme, utilityProcess } from 'electron';
import type { ServeRequest } from '../src-server/contract/messages.ts';
import { createDesktopRegistries, type DesktopRegistries } from './added-registries.ts';
import { systemClock } from './clock.ts';
import type { AppInfo, RecentRegistry, SettingsState } from './contract/app-states.ts';
import type { ServiceState } from './contract/service-state.ts';
import type { Loggers } from './logging.ts';
import { createSystemNotifications, NOTICES, Notices, type SystemNotifications } from './notices.ts';
import type { AppPaths } from './paths.ts';
import { FolderPresence, listRecent } from './registry-choice.ts';
import type { ProcessDependencies } from './server/child-process.ts';
import { forkUtilityProcess } from './server/fork-utility-process.ts';
import { probeStatus, ServerSupervisor } from './server/server-supervisor.ts';
import type { SettingsStore } from './settings-store.ts';
import type { LoginItem } from './start-mode.ts';
import { type AppWindow, createAppWindow } from './window/app-window.ts';

export interface DesktopAppOptions {
  readonly paths: AppPaths;
  readonly store: SettingsStore;
  readonly loggers: Loggers;
  readonly loginItem: LoginItem;
  /** Whether the desktop has a tray. Undefined while its panel may still come. */
  readonly hasTray: boolean | undefined;
  readonly platform: NodeJS.Platform;
  /** The port of the command line. It stands above the settings until the app quits or the port setting changes. */
  readonly portOnce: number | undefined;
  /** Called when the tray may need a redraw. */
  readonly onChange: () => void;
}

/**
 * The state of the app, and who hears of its changes: the service, the notices, the window, the added registries. The
 * tray and the page's requests act through `commands.ts`. There is one for each run of the app.
 */
export class DesktopApp {
  readonly options: DesktopAppOptions;
  readonly supervisor: ServerSupervisor;
  readonly notices: Notices;
  readonly window: AppWindow;
  /** Starts the processes of the service and of the work beside it. */
  readonly processes: ProcessDependencies;
  /** The registries that were added by address. */
  readonly registries: DesktopRegistries;
  readonly folders: FolderPresence;
  readonly #system: SystemNotifications;
  /** Whether a registry was chosen in this run. */
  #hasChosen = false;
  #settings: SettingsState;
  #hasTray: boolean | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: DesktopAppOptions) {
    const { paths, store, loggers } = options;
    this.options = options;
    this.#hasTray = options.hasTray;
    this.#settings = {
      settings: store.get(),
      recentRegistries: [],
      startAtLogin: { state: 'off' },
    };
    this.processes = {
      fork: forkUtilityProcess({ app, utilityProcess }, paths.serverEntry, 'Skills Registry service'),
      clock: systemClock,
      logger: loggers.main,
    };
    this.folders = new FolderPresence(() => void this.refreshSettings());
    this.#system = createSystemNotifications(
      options.platform,
      (notice) => this.window.show(notice?.link?.url.startsWith('#') ? notice.link.url : undefined),
      Notification,
    );
    this.notices = new Notices({
      store,
      onChange: (notices) => this.window.send('notices', notices),
      isWindowOpen: () => this.window.isOpen,
      showSystem: (notice) => this.#system.show(notice),
      now: systemClock.now,
    });
    this.supervisor = new ServerSupervisor({
      ...this.processes,
      serverLogger: loggers.server,
      probe: probeStatus,
      ...(options.portOnce !== undefined && { portOnce: options.portOnce }),
      request: () => this.#serveRequest(),
      onState: (state) => this.#serviceChanged(state),
    });
    this.registries = createDesktopRegistries({
      processes: this.processes,
      isOn: () => store.get().checkRegistries,
      onState: (state) => this.window.send('registries', state),
      onList: options.onChange,
      notices: this.notices,
    });
    this.window = createAppWindow({
      title: app.getName(),
      preload: paths.preload,
      icon: paths.windowIcon,
      store,
      logger: loggers.main,
      now: systemClock.now,
      onSessionEnd: () => this.supervisor.forceKill(),
    });
  }

  /**
   * Does what needs no service: sets the theme, and adds the notices of this start. Call it before a window is shown.
   */
  prepare(): void {
    this.#applyTheme();
    this.#noticeStart();
  }

  /**
   * Starts the service. Call it after Electron's `ready`; it opens no window.
   * @param isServed whether a service was already started, for a folder from the command line
   */
  async start(isServed: boolean): Promise<void> {
    const { store, loggers, loginItem } = this.options;
    if (!isServed && store.get().serveOnStart) await this.supervisor.start();
    await loginItem.repair().catch((cause: unknown) => {
      loggers.main.warn('The login entry could not be checked.', { cause: String(cause) });
    });
    await this.refreshSettings();
    await this.registries.begin();
  }

  /** Returns the settings as they were last published. */
  get settings(): SettingsState {
    return this.#settings;
  }

  info(): AppInfo {
    const hasAdded = (this.registries.state.registries ?? []).length > 0;
    const { paths, store, platform } = this.options;
    return {
      name: app.getName(),
      version: app.getVersion(),
      platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
      electron: process.versions.electron ?? '',
      chrome: process.versions['chrome'] ?? '',
      node: process.versions.node,
      settingsFile: paths.settingsFile,
      logsFolder: paths.logs,
      hasTray: this.hasTray,
      firstStart: store.origin.kind === 'none' && !this.#hasChosen && !hasAdded,
    };
  }

  /** Reads the login item and the folders again, and publishes what has changed. */
  async refreshSettings(): Promise<SettingsState> {
    const { store, loginItem } = this.options;
    const startAtLogin = await loginItem.read();
    const recentRegistries = this.#recentRegistries();
    this.folders.inspect(recentRegistries.map(({ path }) => path));
    const before = JSON.stringify(this.#settings);
    this.#settings = { settings: store.get(), recentRegistries, startAtLogin };
    if (JSON.stringify(this.#settings) !== before) {
      this.window.send('settings', this.#settings);
      this.options.onChange();
    }
    return this.#settings;
  }

  /** Whether the app can be reached without a window. While the panel may still come, it counts as there. */
  get hasTray(): boolean {
    return this.#hasTray !== false;
  }

  /** The panel came after the start. */
  trayArrived(): void {
    this.#hasTray = true;
    this.notices.dismiss('no-tray');
  }

  /** The panel did not come: a hidden app could not be reached. */
  trayMissing(): void {
    this.#hasTray = false;
    this.notices.add(NOTICES.noTray);
  }

  /** The last window closed. A notice says once per user that the app stays in the tray. */
  closedToTray(): void {
    const notice = NOTICES.closedToTray(this.supervisor.state, new Date());
    if (this.notices.add(notice)) this.#system.show(notice);
  }

  /** Remembers the registry and serves it. Resolves when the service is ready or has failed. */
  async serve(root: string): Promise<ServiceState> {
    const { paths, store, loggers } = this.options;
    loggers.main.info('Another registry was chosen.', { root });
    this.#hasChosen = true;
    if (root === paths.sampleRegistry) store.chooseSample();
    else store.chooseRegistry(root);
    await this.supervisor.restart();
    await this.refreshSettings();
    return this.supervisor.settled();
  }

  async settingsChanged(change: { readonly port: boolean }): Promise<SettingsState> {
    this.#applyTheme();
    this.options.loggers.setLevel(this.options.store.get().logLevel);
    this.supervisor.settingsChanged(change);
    return this.refreshSettings();
  }

  /** Ends everything, once. Resolves when no process and no unwritten setting is left. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.registries.close();
    await this.supervisor.dispose();
    await this.options.store.settled();
  }

  #serveRequest(): ServeRequest {
    const settings = this.options.store.get();
    const { registry, host, port, allowedOrigins, allowSubmit, recordActivity, countReads, logLevel } =
      settings;
    return {
      registry: registry ?? this.options.paths.sampleRegistry,
      // Without a folder of the user's own the sample is served only until a registry is added.
      layers: [...(registry === null ? [] : [{ folder: registry }]), { allAdded: true }],
      host,
      port,
      allowedOrigins,
      allowSubmit,
      recordActivity: recordActivity ? (countReads ? 'counted' : 'memory') : 'off',
      logLevel,
    };
  }

  #serviceChanged(state: ServiceState): void {
    if (state.phase === 'serving') this.registries.served(state.status.registries ?? []);
    this.window.send('server', state);
    this.notices.follow(state);
    this.options.onChange();
  }

  async switchPort(port: number): Promise<ServiceState> {
    this.notices.portWillChange(port);
    return this.supervisor.restartOn(port);
  }

  #recentRegistries(): RecentRegistry[] {
    return listRecent(this.options.store.get(), (path) => this.folders.isThere(path));
  }

  #noticeStart(): void {
    const { store } = this.options;
    if (store.origin.kind === 'recovered') this.notices.tell(NOTICES.settingsRecovered(store.origin));
    if (this.#hasTray === false) this.notices.add(NOTICES.noTray);
    if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) this.notices.add(NOTICES.noSandbox);
  }

  /**
   * Sets the theme of menus and dialogs. On Linux nativeTheme stays the system's: the tray icon is drawn for it, to be seen on
   * the panel.
   */
  #applyTheme(): void {
    if (this.options.platform !== 'linux') nativeTheme.themeSource = this.options.store.get().theme;
  }
}

/**
 * The app once Electron is ready: settings, service, window, notices and log, and who tells whom. It knows neither the
 * tray nor the requests of the page, which ask for what commands.ts does; what is decided is decided in the pure modules.
 */

import { app, nativeTheme } from 'electron';
import type { ServeRequest } from '../src-server/contract/service/messages.ts';
import { type ActivityLog, createActivityLog } from './activity-log.ts';
import { systemClock } from './clock.ts';
import type {
  AppInfo,
  AppNotice,
  RecentRegistry,
  ServerStatus,
  SettingsState,
} from './contract/desktop-bridge.ts';
import { describeApp } from './describe-app.ts';
import { createDiskLooks } from './disk-looks.ts';
import { createFolderLooks, type FolderLooks } from './folder-looks.ts';
import type { Loggers } from './logging.ts';
import type { LoginItem } from './login/login-item.ts';
import { NOTICES, serviceFailed } from './notice-texts.ts';
import { createNotices, type Notices } from './notices.ts';
import type { AppPaths } from './paths.ts';
import { createOpenProject, type OpenProject } from './projects/open-project.ts';
import { watchProject } from './projects/watch-project.ts';
import { workOnProject } from './projects/work-on-project.ts';
import { listRecent } from './registry-choice.ts';
import { forkUtilityProcess } from './server/fork-utility-process.ts';
import { probeStatus } from './server/probe-status.ts';
import type { ForkServer } from './server/server-process.ts';
import { ServerSupervisor } from './server/server-supervisor.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { createSystemNotifications, type SystemNotifications } from './system-notifications.ts';
import { askRelease } from './updates/ask-release.ts';
import type { ReleasePlace } from './updates/release-place.ts';
import { createUpdateNotice, type UpdateNotice } from './updates/update-notice.ts';
import { type AppWindow, createAppWindow, isDarkTheme } from './window/app-window.ts';
import { createDockIcon } from './window/dock-icon.ts';

export interface DesktopAppOptions {
  readonly paths: AppPaths;
  readonly store: SettingsStore;
  readonly loggers: Loggers;
  readonly loginItem: LoginItem;
  /** Whether there is a place for the tray's icon as the app starts. */
  readonly hasTray: boolean;
  readonly platform: NodeJS.Platform;
  /** A port for this run only. */
  readonly portOnce: number | undefined;
  /** Where new versions are published; undefined where this build doesn't say. */
  readonly releases: ReleasePlace | undefined;
  /** What the tray shows may be other than before. */
  readonly onChange: () => void;
}

/** What is so in the app: its service, window, notices and record of requests. `commands.ts` does what is asked of it. */
export class DesktopApp {
  readonly options: DesktopAppOptions;
  readonly supervisor: ServerSupervisor;
  readonly activity: ActivityLog;
  readonly notices: Notices;
  readonly window: AppWindow;
  readonly fork: ForkServer;
  readonly project: OpenProject;
  readonly disks = createDiskLooks();
  readonly looks: FolderLooks;
  readonly #system: SystemNotifications;
  readonly #updates: UpdateNotice;
  /** Whether a folder or the sample was chosen since the app started. */
  #hasChosen = false;
  #settings: SettingsState;
  #hasTray: boolean;
  #closing: Promise<void> | undefined;
  /** Told once the service really serves there. */
  #portToTell: number | undefined;
  #failedSince: string | undefined;

  constructor(options: DesktopAppOptions) {
    const { paths, store, loggers } = options;
    this.options = options;
    this.#hasTray = options.hasTray;
    this.#settings = {
      settings: store.get(),
      recentRegistries: [],
      recentProjects: [],
      startAtLogin: { state: 'off' },
    };
    this.fork = forkUtilityProcess(paths.serverEntry, 'Skills Registry service');
    this.looks = createFolderLooks({
      clock: systemClock,
      disks: this.disks,
      onChange: () => void this.refreshSettings(),
    });
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
      fork: this.fork,
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
        else this.tell(NOTICES.registryGone(path));
      },
    });
    this.project = createOpenProject({
      work: (work) => workOnProject(this.fork, systemClock, work),
      watch: (watched) => watchProject({ ...watched, clock: systemClock }),
      clock: systemClock,
      serviceUrl: () => this.supervisor.url,
      onState: (state) => this.window.send('project', state),
      onOpened: (folder) => {
        store.openedProject(folder);
        void this.refreshSettings();
      },
    });
    this.#updates = createUpdateNotice({
      clock: systemClock,
      place: options.releases,
      version: app.getVersion(),
      isOn: () => store.get().noticeUpdates,
      lastCheck: () => store.get().lastUpdateLook,
      remember: (lastUpdateLook) => store.update({ lastUpdateLook }),
      ask: askRelease,
      tell: (release) => this.tell(NOTICES.newVersion(release, app.getVersion())),
      logger: loggers.main,
    });
    const dock = createDockIcon(app.dock, systemClock);
    this.window = createAppWindow({
      title: app.getName(),
      preload: paths.preload,
      icon: paths.windowIcon,
      isDark: () => isDarkTheme(store.get().theme),
      logger: loggers.main,
      now: systemClock.now,
      onOpen: dock.show,
      onClosed: dock.hide,
      onSessionEnd: () => this.supervisor.forceKill(),
    });
  }

  /**
   * Everything that needs Electron to be ready. The window is opened by whoever started the app.
   * @param isServed whether a service was started already, for a folder that was given
   */
  async start(isServed: boolean): Promise<void> {
    const { store, loggers, loginItem } = this.options;
    this.#applyTheme();
    this.#noticeStart();
    if (!isServed && store.get().serveOnStart) await this.supervisor.start();
    await loginItem.repair().catch((cause: unknown) => {
      loggers.main.warn('The login entry could not be checked.', { cause: String(cause) });
    });
    await this.refreshSettings();
    this.#updates.follow();
  }

  /** The settings as they were last told. */
  get settings(): SettingsState {
    return this.#settings;
  }

  info(): AppInfo {
    return describeApp(this.options, { hasTray: this.hasTray, hasChosen: this.#hasChosen });
  }

  /** Looks at the system again (login item, folders), then tells tray and window. */
  async refreshSettings(): Promise<SettingsState> {
    const { store, loginItem } = this.options;
    const startAtLogin = await loginItem.read();
    const recentRegistries = this.#recentRegistries();
    const recentProjects = store
      .get()
      .recentProjects.map((path) => ({ path, reachable: this.looks.isThere(path) }));
    this.looks.refresh([...recentRegistries, ...recentProjects].map(({ path }) => path));
    const before = JSON.stringify(this.#settings);
    this.#settings = { settings: store.get(), recentRegistries, recentProjects, startAtLogin };
    if (JSON.stringify(this.#settings) !== before) {
      this.window.send('settings', this.#settings);
      this.options.onChange();
    }
    return this.#settings;
  }

  /** Whether it can be reached without its window. */
  get hasTray(): boolean {
    return this.#hasTray;
  }

  /** The desktop has a place for the tray's icon after all. */
  trayArrived(): void {
    this.#hasTray = true;
    this.notices.dismiss('no-tray');
  }

  /** Shows it in the window, and by the system where the window isn't open. */
  closedToTray(): void {
    const notice = NOTICES.closedToTray(this.supervisor.status);
    if (this.notices.add(notice)) this.#system.show(notice);
  }

  /**
   * Remembers a registry and serves it. Resolves when it does, or has a reason not to.
   * @param fork gives the process that serves
   */
  async serve(root: string, fork: ForkServer): Promise<ServerStatus> {
    const { paths, store, loggers } = this.options;
    loggers.main.info('Another registry was chosen.', { root });
    this.#hasChosen = true;
    if (root === paths.sampleRegistry) store.chooseSample();
    else store.chooseRegistry(root);
    await this.supervisor.restart(fork);
    await this.refreshSettings();
    return this.supervisor.settled();
  }

  /** Takes a change of the settings to everything that follows them. */
  async settingsChanged(change: {
    port: boolean;
    logLevel: boolean;
    theme: boolean;
    noticeUpdates: boolean;
  }): Promise<SettingsState> {
    if (change.noticeUpdates) this.#updates.follow();
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
    this.#updates.stop();
    this.project.close();
    await this.supervisor.dispose();
    await this.options.store.settled();
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
    this.options.onChange();
  }

  /** Serves on another port, and says so once it does: whoever was connected must learn it. */
  async switchPort(port: number): Promise<ServerStatus> {
    this.#portToTell = port;
    return this.supervisor.restartOn(port);
  }

  #serves({ port, registry, skills }: Extract<ServerStatus, { state: 'ready' }>): void {
    if (this.#portToTell === port) this.tell(NOTICES.portChanged(port));
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
    return listRecent(this.options.store.get(), (path) => this.looks.isThere(path));
  }

  #noticeStart(): void {
    const { store } = this.options;
    if (store.origin.kind === 'recovered') this.tell(NOTICES.settingsRecovered(store.origin));
    if (store.get().registry === null) this.notices.add(NOTICES.sampleRegistry);
    if (!this.hasTray) this.notices.add(NOTICES.noTray);
    if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) this.notices.add(NOTICES.noSandbox);
  }

  /** Shows a notice in the window, and by the system where the window isn't open. */
  tell(notice: AppNotice): void {
    if (this.notices.add(notice) && !this.window.isOpen) this.#system.show(notice);
  }

  /** On Linux the tray's picture follows the panel, not our window, so the system's theme is left alone. */
  #applyTheme(): void {
    if (this.options.platform !== 'linux') nativeTheme.themeSource = this.options.store.get().theme;
  }
}

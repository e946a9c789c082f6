/** The entry of the app: what must be set before Electron's `ready`, then the assembly of its parts. */
import { app, clipboard, dialog, ipcMain, Menu, protocol, session, shell } from 'electron';
import { workingFolder } from '../src-server/platform/files.ts';
import { systemClock } from './clock.ts';
import { type Commands, createCommands, createDesktopConnector } from './commands.ts';
import { DesktopApp, type DesktopAppOptions } from './desktop-app.ts';
import { createLoggers, type Loggers } from './logging.ts';
import { applicationMenu } from './menus.ts';
import { type AppPaths, appPaths, settleUserData } from './paths.ts';
import { fail, failLoudly, quitCleanly, quitOnSignals } from './quit.ts';
import { createHandlers, isTrustedSender, serveRequests } from './serve-requests.ts';
import { openSettingsStore, type SettingsStore } from './settings-store.ts';
import {
  createLinuxLoginItem,
  createSystemLoginItem,
  HIDDEN_SWITCH,
  type LoginItem,
  loginExecutable,
  portOf,
  readHandedOver,
  registryOf,
  startsHidden,
  whyNoLoginItem,
} from './start-mode.ts';
import {
  type AppTray,
  createAppTray,
  hasTrayHost,
  waitForTrayHost,
  watchForTrayHost,
} from './tray/app-tray.ts';
import { buildTray, createTrayActions } from './tray/tray-menu.ts';
import { APP_SCHEME, createAppProtocol } from './window/app-protocol.ts';
import { denyPermissions, guardPages } from './window/app-window.ts';

const APP_ID = 'org.skills-registry.app';
/**
 * By this Windows finds the app for a click in its Action Center. Electron takes a random one for each run otherwise
 * (docs/api/app.md, `setToastActivatorCLSID`): notifications of an earlier run would lead nowhere, and each run would
 * leave a key in the Windows registry. `assets/installer.nsh` removes this one.
 */
const TOAST_ACTIVATOR = '{16163de6-8393-4aad-a54f-e42b99aca722}';
const DESKTOP_FILE = `${APP_ID}.desktop`;

settleUserData(app);
const given = registryOf(process.argv, workingFolder());
if (app.requestSingleInstanceLock({ registry: given })) begin();
else {
  const used = given === undefined ? 'Options' : 'It was asked to serve that folder; other options';
  console.log(
    `${app.getName()} runs already; its window comes to the front. ${used} of this start were not used.`,
  );
  app.exit(0);
}

function begin(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  if (process.platform === 'win32') {
    app.setAppUserModelId(APP_ID);
    app.setToastActivatorCLSID(TOAST_ACTIVATOR);
  }
  const paths = appPaths(app, process.env);
  const loggers = createLoggers(paths.logs, 'info', !app.isPackaged);
  failLoudly(loggers);
  app.on('child-process-gone', (_event, { type, reason, exitCode, name }) => {
    const details = { type, reason, exitCode, name };
    if (reason !== 'clean-exit') loggers.main.warn('A process of the app ended.', details);
  });
  guardPages(app, loggers.main, (url) => void shell.openExternal(url));
  run(paths, loggers).catch((cause: unknown) => fail(loggers, cause));
}

async function run(paths: AppPaths, loggers: Loggers): Promise<void> {
  // Registered before the first `await`: a second start may come at any time.
  let composed: ComposedApp | undefined;
  let registry = given;
  let showWhenReady = false;
  const show = () => {
    if (composed === undefined) showWhenReady = true;
    else composed.desktop.window.show();
  };
  app.on('second-instance', (_event, argv, _cwd, data) => {
    const later = readHandedOver(data);
    if (composed === undefined) registry = later ?? registry;
    else if (later !== undefined)
      composed.commands.serveGiven(later).catch((cause: unknown) => {
        loggers.main.error('The folder of a second start could not be served.', { cause: String(cause) });
      });
    if (!argv.includes(HIDDEN_SWITCH)) show();
  });
  app.on('activate', show);
  await app.whenReady();
  quitOnSignals();

  const store = prepare(paths, loggers);
  const hidden = startsInTray(store);
  composed = compose({
    paths,
    store,
    loggers,
    // At login the app may start before the panel, and its service must not wait for it.
    hasTray: hidden ? undefined : await hasTrayHost(process.platform),
    loginItem: createLoginItem(paths),
    platform: process.platform,
    portOnce: portOf(process.argv),
  });
  const { desktop, commands, awaitTray } = composed;
  desktop.prepare();
  // Before anything is asked of a disk: a window that waits for a hung one would never come.
  if (!hidden || showWhenReady) desktop.window.show();
  if (hidden) void awaitTray();
  await desktop.start(registry !== undefined && (await commands.serveGiven(registry)));
}

function prepare(paths: AppPaths, loggers: Loggers): SettingsStore {
  const store = openSettingsStore(paths.settingsFile, loggers.main);
  loggers.setLevel(store.get().logLevel);
  loggers.main.info(`${app.getName()} ${app.getVersion()} starts.`, {
    electron: process.versions.electron,
    node: process.versions.node,
    platform: process.platform,
  });
  return store;
}

function startsInTray(store: SettingsStore): boolean {
  return startsHidden({
    argv: process.argv,
    openedAtLogin: process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
    startHidden: store.get().startHidden,
  });
}

interface ComposedApp {
  readonly desktop: DesktopApp;
  readonly commands: Commands;
  /** Shows the tray as soon as the panel is there; without a panel, the window. */
  readonly awaitTray: () => Promise<void>;
}

function compose(options: Omit<DesktopAppOptions, 'onChange'>): ComposedApp {
  const { paths, store, loggers, platform, hasTray } = options;
  let tray: AppTray | undefined;
  const desktop = new DesktopApp({ ...options, onChange: () => tray?.redraw() });
  const { supervisor, window } = desktop;
  const connector = createDesktopConnector({
    serviceUrl: () => supervisor.url,
    port: () => store.get().port,
  });
  const commands = createCommands(desktop, { app, clipboard, dialog, shell });
  denyPermissions(session.defaultSession);
  protocol.handle(
    APP_SCHEME,
    createAppProtocol({ pageFolder: paths.page, serviceUrl: () => supervisor.url, fetch }),
  );
  serveRequests({
    ipcMain,
    handlers: createHandlers({ desktop, commands, connector }),
    isTrusted: (event) => isTrustedSender(event, window.current?.webContents),
    logger: loggers.main,
  });
  const showTray = () => {
    tray = createTray(desktop, commands);
  };
  const arrived = () => {
    desktop.trayArrived();
    showTray();
  };
  const awaitTray = async () => {
    if (await waitForTrayHost(platform)) {
      arrived();
      return;
    }
    desktop.trayMissing();
    window.show();
    watchForTrayHost(systemClock, arrived);
  };
  if (hasTray) showTray();
  else if (hasTray === false) watchForTrayHost(systemClock, arrived);
  const menu = applicationMenu(
    platform,
    () => window.show('#/settings'),
    (command) => window.send('menu', command),
  );
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  quitCleanly(desktop, loggers, () => tray?.close());
  return { desktop, commands, awaitTray };
}

function createTray(desktop: DesktopApp, commands: Commands): AppTray {
  const { paths, platform, loggers } = desktop.options;
  const { supervisor, window } = desktop;
  const perform = createTrayActions(desktop);
  const show = (hash?: string) => window.show(hash);
  return createAppTray({
    iconFolder: paths.trayIcons,
    platform,
    view: () =>
      buildTray({
        appName: app.getName(),
        server: supervisor.state,
        recentRegistries: desktop.settings.recentRegistries,
        updates: desktop.registries.state.registries?.filter(({ update }) => update !== null) ?? [],
        startAtLogin: desktop.settings.startAtLogin,
        now: systemClock.now(),
        home: paths.home,
        sampleRegistry: paths.sampleRegistry,
        show,
        supervisor,
        commands,
      }),
    open: show,
    perform: (click) =>
      perform(click).catch((cause: unknown) => {
        loggers.main.error('An action of the tray failed.', { cause: String(cause) });
        show();
      }),
  });
}

function createLoginItem(paths: AppPaths): LoginItem {
  const { platform, execPath, env } = process;
  const facts = { platform, execPath, env, isPackaged: app.isPackaged };
  const unsupported = whyNoLoginItem(facts);
  if (platform === 'darwin' || platform === 'win32') return createSystemLoginItem(app, platform, unsupported);
  return createLinuxLoginItem({
    configHome: paths.configHome,
    desktopFileName: DESKTOP_FILE,
    appName: app.getName(),
    executable: loginExecutable(facts),
    ...(unsupported !== undefined && { unsupported }),
  });
}

/** Where the desktop app begins: what must be settled before Electron is ready, then the app, then every way out. */
import { app, dialog, Menu, powerMonitor, protocol } from 'electron';
import { applicationMenu } from './application-menu.ts';
import { DesktopApp, missingParts } from './desktop-app.ts';
import { createLoggers, type Loggers } from './logging.ts';
import { createLinuxLoginItem } from './login/linux-login-item.ts';
import { type LoginFacts, loginExecutable, whyNoLoginItem } from './login/login-entry.ts';
import type { LoginItem } from './login/login-item.ts';
import { createSystemLoginItem } from './login/system-login-item.ts';
import { type AppPaths, appPaths, settleUserData } from './paths.ts';
import { openSettingsStore } from './settings/settings-store.ts';
import { HIDDEN_SWITCH, portOf, startsHidden } from './start-mode.ts';
import { hasTrayHost, waitForTrayHost } from './tray/tray-host.ts';
import { APP_SCHEME } from './window/app-origin.ts';
import { guardPages } from './window/security.ts';

const APP_ID = 'org.skills-registry.app';
const DESKTOP_FILE = `${APP_ID}.desktop`;

settleUserData(app);
if (app.requestSingleInstanceLock()) begin();
else {
  console.log(
    `${app.getName()} runs already; its window comes to the front. Options of this start were not used.`,
  );
  app.exit(0);
}

function begin(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  const paths = appPaths(app, process.env);
  const loggers = createLoggers(paths.logs, 'info', !app.isPackaged);
  failLoudly(loggers);
  guardPages(app, loggers.main);
  run(paths, loggers).catch((cause: unknown) => fail(loggers, cause));
}

async function run(paths: AppPaths, loggers: Loggers): Promise<void> {
  // Listened for before anything is waited for: a second start may come at any time.
  let desktop: DesktopApp | undefined;
  let showWhenReady = false;
  const show = () => {
    if (desktop === undefined) showWhenReady = true;
    else desktop.window.show();
  };
  app.on('second-instance', (_event, argv) => {
    if (!argv.includes(HIDDEN_SWITCH)) show();
  });
  app.on('activate', show);
  await app.whenReady();
  leaveOnSignals();

  const store = openSettingsStore(paths.settingsFile, loggers.main);
  loggers.setLevel(store.get().logLevel);
  loggers.main.info(`${app.getName()} ${app.getVersion()} starts.`, {
    electron: process.versions.electron,
    node: process.versions.node,
    platform: process.platform,
  });
  const missing = missingParts(paths);
  if (missing.length > 0) throw new Error(`This build is incomplete: ${missing.join(', ')} is missing.`);

  const hidden = startsHidden({
    argv: process.argv,
    openedAtLogin: process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin,
    startHidden: store.get().startHidden,
  });
  // At login the app may be there before the panel is.
  const hasTray = hidden ? await waitForTrayHost(process.platform) : await hasTrayHost(process.platform);
  desktop = new DesktopApp({
    ...{ paths, store, loggers, hasTray },
    loginItem: createLoginItem(paths),
    platform: process.platform,
    portOnce: portOf(process.argv),
  });
  const { window } = desktop;
  const menu = applicationMenu(process.platform, () => window.show('#/settings'));
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu));
  leaveCleanly(desktop, loggers);
  await desktop.start();
  if (!hidden || !hasTray || showWhenReady) desktop.window.show();
}

function createLoginItem(paths: AppPaths): LoginItem {
  const { platform, execPath, env } = process;
  const facts: LoginFacts = { platform, execPath, env, isPackaged: app.isPackaged };
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

/** The tray keeps the app when its window closes; every way to quit runs the same shutdown and leaves no process. */
function leaveCleanly(desktop: DesktopApp, loggers: Loggers): void {
  let state: 'running' | 'quitting' | 'clean' = 'running';
  app.on('before-quit', () => {
    if (state === 'running') state = 'quitting';
  });
  app.on('window-all-closed', () => {
    if (state !== 'running') return;
    if (!desktop.options.hasTray || !desktop.options.store.get().closeToTray) app.quit();
    else desktop.closedToTray();
  });
  app.on('will-quit', (event) => {
    if (state === 'clean') return;
    event.preventDefault();
    desktop
      .close()
      .catch((cause: unknown) => loggers.main.error('The shutdown failed.', { cause: String(cause) }))
      .finally(() => {
        state = 'clean';
        loggers.main.info('Quit.');
        app.exit(0);
      });
  });
  process.on('exit', () => desktop.supervisor.forceKill());
  if (process.platform !== 'win32')
    // Delayed until we are done: `app.exit` lets it go on.
    powerMonitor.on('shutdown', ((event: Electron.Event) => {
      event.preventDefault();
      app.quit();
      // Electron's types leave out the event that its documentation gives.
    }) as () => void);
}

/**
 * A terminal, a session manager or a container says goodbye by signal. After `ready`: Electron installs handlers of its own
 * before, in the place of ours, and its second signal ends the process without a shutdown.
 */
function leaveOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

function failLoudly(loggers: Loggers): void {
  // A terminal that is gone is no reason to fail: the log is in its file.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (cause) => fail(loggers, cause));
  process.on('unhandledRejection', (cause) =>
    loggers.main.error('A rejection was not handled.', { cause: describe(cause) }),
  );
}

/** An error that nothing can be done about is shown before the app ends; ending silently would look like not starting. */
function fail(loggers: Loggers, cause: unknown): void {
  loggers.main.error('The app cannot go on.', { cause: describe(cause) });
  try {
    dialog.showErrorBox(
      `${app.getName()} has to quit`,
      cause instanceof Error ? cause.message : String(cause),
    );
  } finally {
    app.exit(1);
  }
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** One handler per request. Each is short: what it does is done elsewhere. */
import { app, clipboard, shell } from 'electron';
import { createDesktopConnector } from '../connect/desktop-connector.ts';
import { openBundle } from '../connect/open-bundle.ts';
import type { DesktopApp } from '../desktop-app.ts';
import { SupervisorRefusal } from '../server/server-supervisor.ts';
import { externalUrl, isServiceUrl } from '../window/external-links.ts';
import { revealablePath } from '../window/revealable-path.ts';
import type { AppInfo, SettingsChange } from './contract.ts';
import { type Handlers, IpcRefusal } from './serve-requests.ts';

export function createHandlers(desktop: DesktopApp): Handlers {
  const { supervisor, activity, notices, options } = desktop;
  const { store, paths } = options;
  const connecting = createDesktopConnector(desktop);
  return {
    getAppInfo: () => appInfo(desktop),
    chooseRegistry: () => desktop.chooseRegistry(),
    setRegistry: ({ path }) => desktop.setRegistry(path),
    useSampleRegistry: () => desktop.setRegistry(paths.sampleRegistry),
    forgetRegistry: ({ path }) => {
      store.forgetRegistry(path);
      return desktop.refreshSettings();
    },
    getSettings: () => desktop.refreshSettings(),
    changeSettings: (change) => changeSettings(desktop, change),
    getServerStatus: () => supervisor.status,
    startServer: () => allowed(supervisor.start()),
    stopServer: () => allowed(supervisor.stop()),
    restartServer: () => allowed(supervisor.restart()),
    usePort: async ({ port, always }) => {
      if (!always) return allowed(desktop.switchPort(port));
      store.update({ port });
      await desktop.refreshSettings();
      return allowed(desktop.switchPort(port));
    },
    getActivity: () => activity.state,
    clearActivity: () => activity.clear(),
    recordActivity: ({ recording }) => {
      store.update({ recordActivity: recording });
      return activity.record(recording);
    },
    copyText: async ({ text }) => {
      await clipboard.writeText(text);
      return null;
    },
    openExternal: async ({ url }) => {
      const allowedUrl = isServiceUrl(url, supervisor.url) ? url : externalUrl(url);
      if (allowedUrl === undefined) throw new IpcRefusal('Only https links can be opened from here.');
      await shell.openExternal(allowedUrl);
      return null;
    },
    revealPath: async ({ path }) => {
      const folders = [supervisor.status.registry, paths.logs];
      const found = await revealablePath(path, folders);
      if (found === undefined) throw new IpcRefusal('There is no such file in the registry.');
      shell.showItemInFolder(found);
      return null;
    },
    revealConfig: async () => {
      await store.settled();
      shell.showItemInFolder(paths.settingsFile);
      return null;
    },
    showLogs: async () => {
      const problem = await shell.openPath(paths.logs);
      if (problem !== '') throw new IpcRefusal(problem);
      return null;
    },
    getNotices: () => notices.list,
    dismissNotice: ({ id }) => notices.dismiss(id),
    getClients: () => connecting.connector.list(),
    previewClient: ({ client }) => connecting.connector.preview(client),
    connectClient: ({ client, token }) => connecting.connector.write(client, token),
    undoClient: ({ client }) => connecting.connector.undo(client),
    runClientCommand: ({ client }) => connecting.connector.runOwnCommand(client),
    openClientBundle: () => openBundle(paths.claudeBundle),
    examineConnection: () => connecting.examine(),
  };
}

async function changeSettings(desktop: DesktopApp, change: SettingsChange) {
  const { startAtLogin, ...kept } = change;
  const { loginItem, store } = desktop.options;
  if (startAtLogin !== undefined) await loginItem.set(startAtLogin);
  store.update(kept);
  return desktop.settingsChanged({
    port: kept.port !== undefined,
    logLevel: kept.logLevel !== undefined,
    theme: kept.theme !== undefined,
  });
}

/** What the service's state doesn't allow is a refusal with its sentence, no failure. */
async function allowed<T>(doing: Promise<T>): Promise<T> {
  try {
    return await doing;
  } catch (cause) {
    if (cause instanceof SupervisorRefusal) throw new IpcRefusal(cause.message);
    throw cause;
  }
}

function appInfo({ options }: DesktopApp): AppInfo {
  const { paths, store, hasTray, platform } = options;
  return {
    name: app.getName(),
    version: app.getVersion(),
    platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
    electron: process.versions.electron ?? '',
    chrome: process.versions['chrome'] ?? '',
    node: process.versions.node,
    settingsFile: paths.settingsFile,
    logsFolder: paths.logs,
    sampleRegistry: paths.sampleRegistry,
    hasTray,
    firstStart: store.origin.kind === 'none',
  };
}

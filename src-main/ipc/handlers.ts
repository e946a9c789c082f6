import type { Commands } from '../commands.ts';
import type { DesktopConnector } from '../connect/desktop-connector.ts';
import type { DesktopApp } from '../desktop-app.ts';
import type { Handlers } from './serve-requests.ts';

export interface HandlersOptions {
  readonly desktop: DesktopApp;
  readonly commands: Commands;
  readonly connecting: DesktopConnector;
}

export function createHandlers({ desktop, commands, connecting }: HandlersOptions): Handlers {
  const { supervisor, activity, notices, registries } = desktop;
  const { store } = desktop.options;
  const { connector, pointers } = connecting;
  return {
    getAppInfo: () => desktop.info(),
    chooseRegistry: commands.chooseRegistry,
    setRegistry: ({ path }) => commands.serveRegistry(path),
    useSampleRegistry: commands.serveSample,
    forgetRegistry({ path }) {
      store.forgetRegistry(path);
      return desktop.refreshSettings();
    },
    getSettings: () => desktop.refreshSettings(),
    changeSettings: commands.changeSettings,
    getServiceState: () => supervisor.state,
    startServer: () => supervisor.start(),
    stopServer: () => supervisor.stop(),
    restartServer: () => supervisor.restart(),
    usePort: ({ port, always }) => commands.serveOnPort(port, always),
    getActivity: () => activity.state,
    clearActivity: () => activity.clear(),
    recordActivity({ recording }) {
      store.update({ recordActivity: recording });
      return activity.record(recording);
    },
    copyText: ({ text }) => commands.copy(text).then(nothing),
    openExternal: ({ url }) => commands.openLink(url).then(nothing),
    revealPath: ({ path }) => commands.reveal(path).then(nothing),
    openSkillFile: (wanted) => commands.openSkillFile(wanted).then(nothing),
    revealConfig: () => commands.revealSettings().then(nothing),
    showLogs: () => commands.showLogs().then(nothing),
    getNotices: () => notices.list,
    dismissNotice: ({ id }) => notices.dismiss(id),
    getClients: () => connector.list(),
    previewClient: ({ client, ...request }) => connector.preview(client, request),
    connectClient: ({ client, token, ...request }) => connector.write(client, token, request),
    openClientBundle: commands.openBundle,
    examineConnection: () => connecting.examine(),
    async chooseProject() {
      const folder = await commands.chooseProject();
      if (folder === undefined) return null;
      pointers.allow(folder);
      return folder;
    },
    previewPointer: ({ target, action }) => pointers.preview(target, action),
    writePointer: ({ target, action, token }) => pointers.write(target, action, token),
    getRegistries: () => registries.state,
    listRegistries: () => registries.refresh(),
    previewRegistry: (request) => registries.preview(request),
    addRegistry: () => registries.add(),
    cancelRegistry: () => registries.cancel(),
    checkRegistries: ({ names, again }) => registries.check(names, again),
    readRegistryUpdate: ({ name }) => registries.changes(name),
    changeRegistry: (change) => registries.change(change),
  };
}

function nothing(): null {
  return null;
}

import type { Connector } from '../../src-server/connect/connector.ts';
import type { Commands } from '../commands.ts';
import type { DesktopApp } from '../desktop-app.ts';
import type { Handlers } from './serve-requests.ts';

export interface HandlersOptions {
  readonly desktop: DesktopApp;
  readonly commands: Commands;
  readonly connector: Connector;
}

export function createHandlers({ desktop, commands, connector }: HandlersOptions): Handlers {
  const { supervisor, notices, registries } = desktop;
  const { store } = desktop.options;
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
    usePort: ({ port }) => commands.serveOnPort(port),
    copyText: ({ text }) => commands.copy(text).then(nothing),
    openExternal: ({ url }) => commands.openLink(url).then(nothing),
    openFile: (wanted) => commands.openFile(wanted).then(nothing),
    openSkillFile: (wanted) => commands.openSkillFile(wanted).then(nothing),
    revealConfig: () => commands.revealSettings().then(nothing),
    showLogs: () => commands.showLogs().then(nothing),
    getNotices: () => notices.list,
    dismissNotice: ({ id }) => notices.dismiss(id),
    getClients: () => connector.list(),
    previewClient: ({ client, ...request }) => connector.preview(client, request),
    connectClient: ({ client, token, ...request }) => connector.write(client, token, request),
    openClientBundle: commands.openBundle,
    getRegistries: () => registries.state,
    previewRegistry: (request) => registries.preview(request),
    readPreviewedSkill: ({ key }) => registries.readPreviewed(key),
    addRegistry: () => registries.add(),
    cancelRegistry: () => registries.cancel(),
    checkRegistries: ({ names }) => registries.check(names),
    readRegistryUpdate: ({ name }) => registries.changes(name),
    changeRegistry: (change) => registries.change(change),
  };
}

function nothing(): null {
  return null;
}

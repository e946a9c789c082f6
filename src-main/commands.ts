/**
 * What the tray and the page can do. A command that is not allowed rejects with a `Refusal`, whose message is for the
 * user.
 */
import { existsSync } from 'node:fs';
import type { BrowserWindow, OpenDialogOptions } from 'electron';
import { type Connector, createConnector } from '../src-server/connect/connector.ts';
import { thisMachine } from '../src-server/connect/machine.ts';
import type { ConnectResult, ConnectTarget } from '../src-server/contract/clients/clients.ts';
import { readCallers } from '../src-server/discovery/kept-files.ts';
import { userFolders } from '../src-server/platform/files.ts';
import type { SetRegistryResult, SettingsState } from './contract/app-states.ts';
import { type Payload, Refusal } from './contract/requests.ts';
import type { ServiceState } from './contract/service-state.ts';
import type { SettingsChange } from './contract/settings.ts';
import type { DesktopApp } from './desktop-app.ts';
import { NOTICES } from './notices.ts';
import { setRegistry } from './registry-choice.ts';
import { inspectRegistry } from './server/job-process.ts';
import {
  editorLink,
  externalUrl,
  findSkillFile,
  isServiceUrl,
  isTextFile,
  revealablePath,
} from './window/openable.ts';

export type ElectronForCommands = Pick<typeof Electron, 'app' | 'clipboard' | 'dialog' | 'shell'>;

/**
 * Every action of the tray and the page, each once. Those that choose a registry answer how it went; the others reject
 * with a `Refusal` if they may not be done.
 */
export interface Commands {
  /** Asks for a folder in the system's dialog, and serves it. */
  chooseRegistry(): Promise<SetRegistryResult>;
  /** Serves the registry in a folder, whose path is absolute or begins with `~`. */
  serveRegistry(path: string): Promise<SetRegistryResult>;
  serveSample(): Promise<SetRegistryResult>;
  /** Serves a folder that was named on the command line. A notice says why it is refused; then it returns false. */
  serveGiven(path: string): Promise<boolean>;
  changeSettings(change: SettingsChange): Promise<SettingsState>;
  /** Serves on another port, which the settings keep. */
  serveOnPort(port: number): Promise<ServiceState>;
  copy(text: string): Promise<void>;
  /** Opens an https address, the service's page, or an IDE's link for adding an MCP server. */
  openLink(url: string): Promise<void>;
  /** Shows a file of the registry, or of the logs, in the file manager. A relative path starts at the registry. */
  reveal(path: string): Promise<void>;
  openFile(wanted: Payload<'openFile'>): Promise<void>;
  openSkillFile(wanted: Payload<'openSkillFile'>): Promise<void>;
  revealSettings(): Promise<void>;
  showLogs(): Promise<void>;
  /** Opens the bundle in Claude Desktop, which asks whether to install it. */
  openBundle(): Promise<ConnectResult>;
  quit(): void;
}

export function createCommands(desktop: DesktopApp, electron: ElectronForCommands): Commands {
  const { supervisor, window, options } = desktop;
  const { store, paths, loginItem } = options;
  const { app, clipboard, dialog, shell } = electron;

  async function chooseFolder(
    words: Pick<OpenDialogOptions, 'title' | 'buttonLabel' | 'defaultPath'>,
  ): Promise<string | undefined> {
    const parent: BrowserWindow | undefined = window.current;
    const { title, ...rest } = words;
    // Linux's dialogs take no `showHiddenFiles` (docs/breaking-changes.md of Electron); GTK's and KDE's have this key.
    const asked: OpenDialogOptions =
      options.platform === 'linux'
        ? { ...rest, title: `${title} (Ctrl+H shows hidden folders)`, properties: ['openDirectory'] }
        : { ...words, properties: ['openDirectory', 'showHiddenFiles'] };
    // On macOS without a window the app is in the background, and the dialog would open behind other windows.
    if (parent === undefined) app.focus({ steal: true });
    const answer = await (parent === undefined
      ? dialog.showOpenDialog(asked)
      : dialog.showOpenDialog(parent, asked));
    return answer.canceled ? undefined : answer.filePaths[0];
  }

  const serveRegistry = (path: string) =>
    setRegistry(
      {
        home: paths.home,
        inspect: (folder) => inspectRegistry(desktop.processes, folder),
        serve: (root) => desktop.serve(root),
      },
      path,
    );

  async function open(path: string): Promise<void> {
    const problem = await shell.openPath(path);
    if (problem !== '') throw new Refusal(problem);
  }

  return {
    async chooseRegistry(): Promise<SetRegistryResult> {
      const path = await chooseFolder({
        title: 'Choose a registry of skills',
        buttonLabel: 'Serve this folder',
        defaultPath: store.get().registry ?? paths.home,
      });
      return path === undefined ? { outcome: 'cancelled' } : serveRegistry(path);
    },
    serveRegistry,
    serveSample: () => serveRegistry(paths.sampleRegistry),
    async serveGiven(path: string): Promise<boolean> {
      const result = await serveRegistry(path);
      if (result.outcome !== 'refused') return true;
      desktop.notices.tell(NOTICES.registryRefused(result));
      return false;
    },
    async changeSettings({ startAtLogin, ...kept }: SettingsChange): Promise<SettingsState> {
      if (startAtLogin !== undefined) await loginItem.set(startAtLogin);
      store.update(kept);
      return desktop.settingsChanged({ port: kept.port !== undefined });
    },
    async serveOnPort(port: number): Promise<ServiceState> {
      store.update({ port });
      await desktop.refreshSettings();
      return desktop.switchPort(port);
    },
    copy: async (text: string): Promise<void> => clipboard.writeText(text),
    async openLink(url: string): Promise<void> {
      const allowed = isServiceUrl(url, supervisor.url ?? supervisor.portOwner) ? url : externalUrl(url);
      if (allowed === undefined) throw new Refusal('Only https links can be opened from here.');
      await shell.openExternal(allowed);
    },
    async reveal(path: string): Promise<void> {
      const found = await revealablePath(path, [supervisor.registry, paths.logs]);
      if (found === undefined) throw new Refusal('The registry has no such file.');
      shell.showItemInFolder(found);
    },
    async openFile({ path, line }: Payload<'openFile'>): Promise<void> {
      const found = await revealablePath(path, [supervisor.registry]);
      if (found === undefined) throw new Refusal('The registry has no such file.');
      if (!isTextFile(found)) return shell.showItemInFolder(found);
      const link = line === undefined ? undefined : editorLink(app, found, line);
      await (link === undefined ? open(found) : shell.openExternal(link));
    },
    async openSkillFile({ key, file, with: program }: Payload<'openSkillFile'>): Promise<void> {
      const found = await findSkillFile(supervisor.registry, key, file);
      if (found === undefined)
        throw new Refusal(
          `The file was not found at skills/${key} of your folder: its folder has another name, or an added registry answers.`,
        );
      if (program === 'file-manager') return shell.showItemInFolder(found);
      if (!isTextFile(found)) throw new Refusal('Only .md and .json files are opened from here.');
      await open(found);
    },
    async revealSettings(): Promise<void> {
      await store.settled();
      shell.showItemInFolder(paths.settingsFile);
    },
    showLogs: (): Promise<void> => open(paths.logs),
    async openBundle(): Promise<ConnectResult> {
      const file = paths.claudeBundle;
      if (!existsSync(file))
        return { ok: false, message: 'This build came without the bundle. Paste the snippet instead.' };
      const problem = await shell.openPath(file);
      return problem === ''
        ? { ok: true, message: 'Claude Desktop asks whether to install it.' }
        : { ok: false, message: `Nothing opened ${file}: ${problem}` };
    },
    quit: () => app.quit(),
  };
}

export interface DesktopConnectorOptions {
  readonly serviceUrl: () => string | undefined;
  /** Returns the port of the settings, used while no service runs. */
  readonly port: () => number;
}

/**
 * The reason why a client that starts a program can't be connected: the app has no program to start, clients use its
 * address.
 */
const NO_PROGRAM =
  'The app connects clients by its address, and this client starts a program. Use the bundle for Claude Desktop, or install the command line and connect from there.';

export function createDesktopConnector({ serviceUrl, port }: DesktopConnectorOptions): Connector {
  const { data } = userFolders();
  const target = (): ConnectTarget => ({
    mcpUrl: `${serviceUrl() ?? `http://127.0.0.1:${port()}`}/mcp`,
    stdio: { why: NO_PROGRAM },
  });
  return createConnector({ machine: thisMachine(), target, callers: () => readCallers(data) });
}

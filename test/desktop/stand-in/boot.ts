/**
 * What runs instead of Electron's own start: `require('electron')` and `import 'electron'` give the stand-in, then the
 * app's main file is loaded, and only when it has run to its end the app becomes ready, as with Electron.
 */
import { readFileSync } from 'node:fs';
import Module, { createRequire, register } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createApp } from './app.ts';
import { type Channel, createChannel } from './channel.ts';
import type { StandInContext } from './context.ts';
import { createMenus } from './menus.ts';
import { createSession } from './session.ts';
import { createSystem } from './system.ts';
import { createUtilityProcess } from './utility-process.ts';
import { createWindows } from './windows.ts';

/** What the driver sets. */
interface BootConfig {
  readonly appFolder: string;
  readonly electronVersion: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  readonly utilityShim: string;
  /** CommonJS files to load before the app, as `electron -r` does. */
  readonly preloads: readonly string[];
}

const config = JSON.parse(process.env['STAND_IN_BOOT'] ?? '') as BootConfig;
delete process.env['STAND_IN_BOOT'];
const host = openHost();
let ready = false;
const context: StandInContext = {
  violation(message) {
    const error = new Error(`electron stand-in: ${message}`);
    host.tell('violation', error.stack);
    return error;
  },
  electronVersion: config.electronVersion,
  host,
  appFolder: config.appFolder,
  isPackaged: config.isPackaged,
  args: config.args,
  isReady: () => ready,
};
const app = createApp(context);
const { session, protocol } = createSession(context);
const { BrowserWindow, ipcMain } = createWindows(context, app);
const electron = {
  app: app.api,
  session,
  protocol,
  BrowserWindow,
  ipcMain,
  ...createMenus(context, () => (app.api as unknown as { quit(): void }).quit()),
  ...createSystem(context),
  utilityProcess: createUtilityProcess(context, config.utilityShim),
};

function openHost(): Channel {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error('The stand-in is started by the driver.');
  process.on('disconnect', () => process.exit(86));
  const channel = createChannel({
    send: (message) => {
      if (process.connected) send(message);
    },
    onMessage: (listener) => void process.on('message', listener),
  });
  Reflect.deleteProperty(process, 'send');
  Reflect.deleteProperty(process, 'disconnect');
  return channel;
}

/** Gives the stand-in to both module systems. */
function provideElectron(): void {
  const loader = Module as unknown as { _load(id: string, ...rest: unknown[]): unknown };
  const load = loader._load;
  loader._load = function (id, ...rest) {
    return id === 'electron' || id === 'electron/main' ? electron : load.call(this, id, ...rest);
  };
  const names = Object.keys(electron).join(', ');
  const source = `import { createRequire } from 'node:module';
    const electron = createRequire(${JSON.stringify(join(config.appFolder, 'package.json'))})('electron');
    export default electron; export const { ${names} } = electron;`;
  const hooks = `
    const source = ${JSON.stringify(source)};
    export const resolve = async (id, context, next) =>
      id === 'electron' || id === 'electron/main' ? { url: 'electron-stand-in:main', shortCircuit: true } : next(id, context);
    export const load = async (url, context, next) =>
      url === 'electron-stand-in:main' ? { format: 'module', source, shortCircuit: true } : next(url, context);`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}

function becomeElectron(): void {
  Object.defineProperty(process.versions, 'electron', { value: config.electronVersion });
  Object.defineProperty(process, 'type', { value: 'browser' });
  Object.defineProperty(process, 'resourcesPath', { value: dirname(config.appFolder) });
  process.argv = config.isPackaged
    ? [process.execPath, ...config.args]
    : [
        process.execPath,
        ...config.preloads.flatMap((preload) => ['-r', preload]),
        config.appFolder,
        ...config.args,
      ];
}

async function boot(): Promise<void> {
  const { main } = JSON.parse(readFileSync(join(config.appFolder, 'package.json'), 'utf8')) as {
    main: string;
  };
  const require = createRequire(join(config.appFolder, 'package.json'));
  for (const preload of config.preloads) require(preload);
  await import(pathToFileURL(join(config.appFolder, main)).href);
  ready = true;
  app.becomeReady();
}

process.on('uncaughtExceptionMonitor', (error) => host.tell('failure', error.stack ?? String(error)));
host.handle('evaluate', async ({ source, argument }: { source: string; argument: unknown }) => {
  // biome-ignore lint/security/noGlobalEval: the test's own function, sent as text as Playwright does for Electron.
  const evaluated: unknown = globalThis.eval(`(${source})`);
  return (evaluated as (module: object, argument: unknown) => unknown)(electron, argument);
});
provideElectron();
becomeElectron();
boot().catch((error: unknown) => {
  host.tell('failure', error instanceof Error ? error.stack : String(error));
  process.exit(1);
});

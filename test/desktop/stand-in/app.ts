/** `electron.app`: paths, the single instance, and the order of events on the way out. */

import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { type connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEvent, type StandInContext } from './context.ts';

export interface StandInApp {
  readonly api: EventEmitter;
  readonly emitter: EventEmitter;
  becomeReady(): void;
  /** Whether `before-quit` was sent. */
  isQuitting(): boolean;
  /** How many windows are open; set by the windows. */
  windows: { closeAll(): boolean };
}

export function createApp(context: StandInContext): StandInApp {
  const { appFolder } = context;
  const manifest = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as {
    name: string;
    productName?: string;
    version: string;
  };
  const name = manifest.productName ?? manifest.name;
  const emitter = new EventEmitter();
  const paths = createPaths(context, name);
  const lock = createInstanceLock(emitter, () => paths.get('userData'));
  let resolveReady = () => {};
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  let quitting = false;
  let exiting = false;

  const standIn: StandInApp = {
    api: emitter,
    emitter,
    isQuitting: () => quitting,
    windows: { closeAll: () => true },
    becomeReady() {
      takeSignals(() => (api as unknown as { quit(): void }).quit());
      resolveReady();
      emitter.emit('ready', createEvent({}), {});
    },
  };

  /** Electron's message loop ends in its own time: what is due already still runs. */
  function exit(code: number): void {
    if (exiting) return;
    exiting = true;
    lock.release();
    emitter.emit('quit', createEvent({}), code);
    setTimeout(() => process.exit(code), 20);
  }

  /** As Electron does it: before-quit, then the windows, then will-quit; each may keep the app. */
  function quit(): void {
    if (quitting) return;
    const before = createEvent({});
    emitter.emit('before-quit', before);
    if (before.defaultPrevented) return;
    quitting = true;
    if (!standIn.windows.closeAll()) {
      quitting = false;
      return;
    }
    const will = createEvent({});
    emitter.emit('will-quit', will);
    // Where it was prevented, the next one who quits, quits anew (NotifyAndShutdown in electron/shell/browser/browser.cc).
    if (will.defaultPrevented) quitting = false;
    else exit(0);
  }

  const api = Object.assign(emitter, {
    whenReady: () => ready,
    quit: () => void setImmediate(quit),
    exit: (code = 0) => exit(code),
    getName: () => name,
    getVersion: () => manifest.version,
    getAppPath: () => appFolder,
    isPackaged: context.isPackaged,
    getPath: paths.get,
    setPath: paths.set,
    requestSingleInstanceLock: lock.request,
    getApplicationNameForProtocol: () => '',
    focus() {},
    commandLine: {
      hasSwitch: (wanted: string) =>
        context.args.some((arg) => arg === `--${wanted}` || arg.startsWith(`--${wanted}=`)),
    },
  });
  return Object.assign(standIn, { api });
}

/**
 * Electron installs handlers of its own after the app's first code has run, in the place of those that it set: the first
 * signal quits, the next one ends the process as if nobody listened.
 */
function takeSignals(quit: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.once(signal, quit);
  }
}

function createPaths(context: StandInContext, name: string) {
  const set = new Map<string, string>();
  const given = context.args.find((arg) => arg.startsWith('--user-data-dir='))?.split('=')[1];
  if (given !== undefined) set.set('userData', given);

  const known: Readonly<Record<string, () => string>> = {
    home: homedir,
    temp: tmpdir,
    exe: () => process.execPath,
    appData: () => process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
    userData: () => join(get('appData'), name),
    sessionData: () => get('userData'),
    logs: () => join(get('userData'), 'logs'),
  };
  function get(wanted: string): string {
    const path = set.get(wanted) ?? known[wanted]?.();
    if (path === undefined) throw new Error(`Failed to get '${wanted}' path`);
    return path;
  }
  return {
    get,
    set(wanted: string, path: string) {
      if (!existsSync(path)) throw new Error(`Failed to set path: there is no ${path}`);
      set.set(wanted, path);
    },
  };
}

/** A socket in the user's folder: whoever can listen on it is the first; the others say what they were started with. */
function createInstanceLock(emitter: EventEmitter, folder: () => string) {
  let socket: string | undefined;
  return {
    /** @param additionalData what a second instance hands to the first, as a structured clone */
    request(additionalData?: object): boolean {
      mkdirSync(folder(), { recursive: true });
      const path = join(folder(), 'instance.sock');
      if (handOver(path, additionalData)) return false;
      rmSync(path, { force: true });
      createServer((connection) => {
        let text = '';
        connection.on('data', (chunk) => {
          text += String(chunk);
        });
        connection.on('end', () => {
          const { argv, cwd, data } = JSON.parse(text) as { argv: string[]; cwd: string; data?: unknown };
          emitter.emit('second-instance', createEvent({}), asChromiumOrders(argv), cwd, data);
        });
      })
        .listen(path)
        .unref();
      socket = path;
      return true;
    },
    release() {
      if (socket !== undefined) rmSync(socket, { force: true });
    },
  };
}

/** Switches go before all else, whatever they belonged to. */
function asChromiumOrders([program = '', ...args]: readonly string[]): string[] {
  const isSwitch = (arg: string) => arg.startsWith('-');
  return [program, ...args.filter(isSwitch), ...args.filter((arg) => !isSwitch(arg))];
}

/** The lock is asked for synchronously, so another process does the talking. */
function handOver(path: string, data: object | undefined): boolean {
  const said = JSON.stringify({ argv: process.argv, cwd: process.cwd(), data });
  const script = `(${connectAndSay.toString()})(require('node:net').connect, ${JSON.stringify(path)}, ${JSON.stringify(said)})`;
  return spawnSync(process.execPath, ['-e', script], { env: { PATH: process.env['PATH'] } }).status === 0;
}

function connectAndSay(open: typeof connect, path: string, said: string): void {
  const connection = open(path, () => connection.end(said));
  connection.on('error', () => process.exit(1));
}

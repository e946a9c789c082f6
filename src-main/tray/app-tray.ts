/** The tray of the app, and whether there is a panel for it, by the questions that Electron asks: GNOME alone has none. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron';
import type { Clock } from '../clock.ts';
import { type TrayItem, type TrayView, trayIconFile } from './tray-menu.ts';

export interface AppTray {
  /** Draws the tray again, once per turn of the event loop: a new menu closes the one that is open. */
  redraw(): void;
  close(): void;
}

interface AppTrayOptions {
  readonly iconFolder: string;
  readonly platform: NodeJS.Platform;
  readonly view: () => TrayView;
  readonly open: () => void;
  /** Does what an item does. It never rejects. */
  readonly perform: (click: () => unknown) => Promise<void>;
}

export function createAppTray({
  iconFolder,
  platform,
  view: viewNow,
  open,
  perform,
}: AppTrayOptions): AppTray {
  let view = viewNow();
  let isDue = false;
  let isClosed = false;
  let shown: { icon: string; content: string } | undefined;
  const icon = () => trayIconFile(iconFolder, view.glyph, platform, isPanelDark());
  const tray = new Tray(nativeImage.createFromPath(icon()));
  tray.on('click', () => {
    // On macOS a click opens the menu; elsewhere the right button does, and a click opens the window.
    if (platform !== 'darwin') open();
  });

  /**
   * Does what an item does, and draws the menu whole: the system has toggled the check mark, even if the action
   * fails.
   */
  function choose(click: () => unknown): void {
    shown = undefined;
    void perform(click).finally(redraw);
  }

  function draw(): void {
    const content = JSON.stringify(view, (_key, value) => (typeof value === 'function' ? true : value));
    if (shown?.icon !== icon()) tray.setImage(nativeImage.createFromPath(icon()));
    // Linux shows a changed menu only if set again; an unchanged menu is not set, to keep it open.
    if (shown?.content !== content) {
      tray.setToolTip(view.toolTip);
      tray.setContextMenu(Menu.buildFromTemplate(view.items.map((item) => toTemplate(item, choose))));
    }
    shown = { icon: icon(), content };
  }

  function redraw(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      // The tray was closed before the pending redraw.
      if (isClosed) return;
      view = viewNow();
      draw();
    });
  }

  nativeTheme.on('updated', draw);
  draw();
  return {
    redraw,
    close() {
      isClosed = true;
      nativeTheme.removeListener('updated', draw);
      tray.destroy();
    },
  };
}

/** Whether Linux's panel is dark. GNOME, Unity and Cinnamon have dark panels in every theme. */
function isPanelDark(): boolean {
  if (/gnome|unity|cinnamon/i.test(process.env['XDG_CURRENT_DESKTOP'] ?? '')) return true;
  return nativeTheme.shouldUseDarkColors;
}

function toTemplate(item: TrayItem, choose: (click: () => unknown) => void): MenuItemConstructorOptions {
  if (item.type === 'separator') return item;
  // On Windows and Linux `&` marks an access key; `&&` shows one.
  const label = item.label.replaceAll('&', '&&');
  if (item.type === 'submenu')
    return { label, submenu: item.items.map((inner) => toTemplate(inner, choose)) };
  const { click, ...shown } = item;
  if (click === undefined) return { ...shown, label, enabled: false };
  return { ...shown, label, click: () => choose(click) };
}

const WATCHER = 'org.kde.StatusNotifierWatcher';
const HOST_PROPERTY = 'IsStatusNotifierHostRegistered';
const ASK_TIMEOUT_MS = 2_000;

/**
 * The tools that ask D-Bus, the most common first. A watcher without a host shows nothing, and Electron doesn't use it
 * (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc of Chromium).
 */
const HOST_QUESTIONS = [
  `gdbus call --session --dest ${WATCHER} --object-path /StatusNotifierWatcher --method org.freedesktop.DBus.Properties.Get ${WATCHER} ${HOST_PROPERTY}`,
  `busctl --user get-property ${WATCHER} /StatusNotifierWatcher ${WATCHER} ${HOST_PROPERTY}`,
];

/**
 * Whether a tray icon would be seen: by a host of StatusNotifierItems, or a panel that embeds icons by X11. False
 * without a tool to ask: an app that is hidden without a tray could not be reached.
 */
export async function hasTrayHost(platform: NodeJS.Platform, env = process.env): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const question of HOST_QUESTIONS) {
    const answer = await ask(question.split(' '));
    if (answer !== undefined && /\btrue\b/.test(answer)) return true;
  }
  return hasX11Tray({ env, home: homedir() });
}

/** Returns what a command prints; undefined if it fails. */
function ask([command = '', ...args]: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: ASK_TIMEOUT_MS }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}

const HOST_WAIT_MS = 10_000;
const HOST_ASK_PERIOD_MS = 500;
/**
 * How often a late panel is looked for. A panel that restarts, or an extension that is turned on, appears within 5
 * minutes.
 */
const ARRIVAL_PERIOD_MS = 5_000;
const ARRIVAL_LOOKS = 60;

/** Waits for a panel, which may start after the app. */
export async function waitForTrayHost(platform: NodeJS.Platform, waitMs = HOST_WAIT_MS): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (;;) {
    if (await hasTrayHost(platform)) return true;
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, HOST_ASK_PERIOD_MS));
  }
}

/** Looks for a late panel, and calls `onArrival` at most once. */
export function watchForTrayHost(
  clock: Clock,
  onArrival: () => void,
  has = () => hasTrayHost('linux'),
): void {
  const look = (left: number) => {
    if (left === 0) return;
    clock.after(
      ARRIVAL_PERIOD_MS,
      () =>
        void has().then((isThere) => {
          if (isThere) onArrival();
          else look(left - 1);
        }),
    );
  };
  look(ARRIVAL_LOOKS);
}

const X11_TIMEOUT_MS = 2_000;
const COOKIE_KIND = 'MIT-MAGIC-COOKIE-1';
const LITTLE_ENDIAN = 0x6c;
const PROTOCOL_MAJOR = 11;
const INTERN_ATOM = 16;
const GET_SELECTION_OWNER = 23;
const REPLY_BYTES = 32;

interface X11Facts {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  /** Folder of the sockets of X servers, /tmp/.X11-unix by default. Tests give another. */
  readonly socketFolder?: string;
}

/**
 * Whether a panel owns the selection `_NET_SYSTEM_TRAY_S<screen>` (System Tray Protocol Specification). Electron uses
 * such a panel where no StatusNotifierItem host is registered (shell/browser/ui/tray_icon_linux.cc: `StatusIconGtk`);
 * not on Wayland, where GTK has no such icons. False on any doubt.
 */
export async function hasX11Tray({ env, home, socketFolder = '/tmp/.X11-unix' }: X11Facts): Promise<boolean> {
  const [, display, screenNumber = '0'] =
    /^(?:unix)?:(\d{1,5})(?:\.(\d{1,3}))?$/.exec(env['DISPLAY'] ?? '') ?? [];
  if (display === undefined || env['WAYLAND_DISPLAY']) return false;
  const authority = await readFile(env['XAUTHORITY'] || join(home, '.Xauthority')).catch(() =>
    Buffer.alloc(0),
  );
  const socket = createConnection(join(socketFolder, `X${display}`));
  const timer = setTimeout(() => socket.destroy(), X11_TIMEOUT_MS);
  try {
    return await ownsSelection(socket, `_NET_SYSTEM_TRAY_S${screenNumber}`, cookieOf(authority, display));
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Asks who owns the selection, by the X11 protocol's "Connection Setup", "InternAtom" and "GetSelectionOwner". */
async function ownsSelection(socket: Socket, selection: string, cookie: Buffer): Promise<boolean> {
  const read = reader(socket);
  const kind = cookie.length === 0 ? '' : COOKIE_KIND;
  const hello = Buffer.alloc(12);
  hello.writeUInt8(LITTLE_ENDIAN, 0);
  hello.writeUInt16LE(PROTOCOL_MAJOR, 2);
  hello.writeUInt16LE(kind.length, 6);
  hello.writeUInt16LE(cookie.length, 8);
  socket.write(Buffer.concat([hello, padded(Buffer.from(kind)), padded(cookie)]));
  const setup = await read(8);
  if (setup.readUInt8(0) !== 1) return false;
  await read(setup.readUInt16LE(6) * 4);

  const text = padded(Buffer.from(selection));
  const intern = Buffer.alloc(8);
  intern.writeUInt8(INTERN_ATOM, 0);
  // Only if it exists: without a panel nobody may have named it.
  intern.writeUInt8(1, 1);
  intern.writeUInt16LE(2 + text.length / 4, 2);
  intern.writeUInt16LE(selection.length, 4);
  socket.write(Buffer.concat([intern, text]));
  const atom = replyValue(await read(REPLY_BYTES));
  if (atom === 0) return false;

  const ask = Buffer.alloc(8);
  ask.writeUInt8(GET_SELECTION_OWNER, 0);
  ask.writeUInt16LE(2, 2);
  ask.writeUInt32LE(atom, 4);
  socket.write(ask);
  return replyValue(await read(REPLY_BYTES)) !== 0;
}

/** Returns the value of a reply of the X server, or zero if the reply is an error. */
function replyValue(reply: Buffer): number {
  return reply.readUInt8(0) === 1 ? reply.readUInt32LE(8) : 0;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
}

/** Returns what reads a number of bytes, and rejects if the connection ends before. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  const ended = new Promise<never>((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The X server closed the connection.')));
  });
  ended.catch(() => undefined);
  return async (bytes) => {
    for (;;) {
      if (bytes === 0) return Buffer.alloc(0);
      const found = socket.read(bytes) as Buffer | null;
      if (found !== null) return found;
      await Promise.race([ended, new Promise((resolve) => socket.once('readable', resolve))]);
    }
  };
}

/**
 * Returns the cookie of a display in an `.Xauthority` file, whose entries are family, address, display, name and
 * data, each with its length before it. Empty if there is none.
 */
function cookieOf(authority: Buffer, display: string): Buffer {
  let at = 0;
  const field = () => {
    const start = at + 2;
    at = start + authority.readUInt16BE(at);
    return authority.subarray(start, at);
  };
  try {
    while (at < authority.length) {
      at += 2;
      field();
      const [ofDisplay, kind, data] = [field().toString(), field().toString(), field()];
      if (kind === COOKIE_KIND && (ofDisplay === '' || ofDisplay === display)) return data;
    }
  } catch {
    // The file ends in the middle of an entry.
  }
  return Buffer.alloc(0);
}

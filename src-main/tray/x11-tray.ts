/** Asks the X server for a panel that embeds tray icons, as stalonetray, polybar, tint2 and i3bar do. */
import { readFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';

const ASK_TIMEOUT_MS = 2_000;
const COOKIE = 'MIT-MAGIC-COOKIE-1';
const [LITTLE_ENDIAN, PROTOCOL_MAJOR, INTERN_ATOM, GET_SELECTION_OWNER] = [0x6c, 11, 16, 23];
const REPLY_BYTES = 32;

export interface X11Facts {
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
  const timer = setTimeout(() => socket.destroy(), ASK_TIMEOUT_MS);
  try {
    return await ownsSelection(socket, `_NET_SYSTEM_TRAY_S${screenNumber}`, cookieOf(authority, display));
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** The X11 protocol, encoding "Connection Setup", "InternAtom" and "GetSelectionOwner". */
async function ownsSelection(socket: Socket, selection: string, cookie: Buffer): Promise<boolean> {
  const read = reader(socket);
  const kind = cookie.length === 0 ? '' : COOKIE;
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

/** Rejects if the connection ends before. */
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

/** Of an `.Xauthority` file: family, address, display, name and data, each with its length before it. Else empty. */
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
      if (kind === COOKIE && (ofDisplay === '' || ofDisplay === display)) return data;
    }
  } catch {
    // The file ends in the middle of an entry.
  }
  return Buffer.alloc(0);
}

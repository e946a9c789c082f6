/**
 * Loaded into the app before its own code, by `-r`, on the real Electron and on the stand-in alike: keeps what a test
 * cannot see otherwise. Nothing is shown to the user's system during a test, and nothing leaves it: the shell's doors are
 * replaced, and so is the network beyond this computer.
 */
import { createRequire } from 'node:module';

interface Recorded {
  tray: { menu: unknown; toolTip: string; icon: string } | undefined;
  opened: Array<[door: string, target: string]>;
  dialogs: string[];
}

// The app takes `-r` for its own option. Playwright removes its loader from the arguments, and no other module.
const at = process.argv.indexOf(__filename);
if (at > 0 && process.argv[at - 1] === '-r') process.argv.splice(at - 1, 2);

const electron = createRequire(`${process.cwd()}/package.json`)('electron') as typeof import('electron');
const recorded: Recorded = {
  tray: undefined,
  opened: [],
  dialogs: [],
};
Object.assign(globalThis, { __desktopTest: recorded });

const { setContextMenu, setToolTip, setImage, destroy } = electron.Tray.prototype;
const seen = () => {
  recorded.tray ??= { menu: undefined, toolTip: '', icon: '' };
  return recorded.tray;
};
electron.Tray.prototype.setContextMenu = function (menu) {
  seen().menu = menu;
  return setContextMenu.call(this, menu);
};
electron.Tray.prototype.setToolTip = function (text) {
  seen().toolTip = text;
  return setToolTip.call(this, text);
};
electron.Tray.prototype.setImage = function (image) {
  return setImage.call(this, image);
};
electron.Tray.prototype.destroy = function () {
  recorded.tray = undefined;
  return destroy.call(this);
};

// The picture is made from a path; the last path asked for is the one that is shown.
const { createFromPath } = electron.nativeImage;
electron.nativeImage.createFromPath = (path) => {
  seen().icon = path;
  return createFromPath(path);
};

const { fetch: fetchHere } = globalThis;
globalThis.fetch = async (input, init) => {
  const { hostname } = new URL(String(input instanceof Request ? input.url : input));
  return hostname === '127.0.0.1' ? fetchHere(input, init) : new Response('{}', { status: 404 });
};

for (const door of ['openExternal', 'openPath', 'showItemInFolder'] as const)
  Object.assign(electron.shell, {
    [door]: async (target: string) => {
      recorded.opened.push([door, target]);
      return '';
    },
  });

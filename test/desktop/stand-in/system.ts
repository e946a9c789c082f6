/** What reaches the user's system. Dialogs and the shell do nothing before the test says what should happen. */
import { EventEmitter } from 'node:events';
import { createEvent, type StandInContext } from './context.ts';

export function createSystem(context: StandInContext) {
  const { violation } = context;
  const unscripted = (name: string) => () => {
    throw violation(`${name} was not scripted by the test`);
  };
  const named = (owner: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, unscripted(`${owner}.${name}`)]));

  const dialog = named('dialog', ['showOpenDialog', 'showMessageBox', 'showErrorBox']);
  const shell = named('shell', ['openExternal', 'openPath', 'showItemInFolder']);
  const clipboard = createClipboard();
  const nativeTheme = createTheme();
  const display = { id: 1, workAreaSize: { ...WORK_AREA }, workArea: { x: 0, y: 0, ...WORK_AREA } };
  const screen = { getPrimaryDisplay: () => display, getAllDisplays: () => [display] };
  const powerMonitor = new EventEmitter();

  class Notification extends EventEmitter {
    show() {
      if (!context.isReady()) throw violation('Cannot show notification before app is ready');
      this.emit('show', createEvent({}));
    }

    static isSupported() {
      return true;
    }
  }
  return {
    ...{ dialog, shell, clipboard, nativeTheme, powerMonitor, screen },
    Notification,
  };
}

/** A small laptop with a taskbar: smaller than the app's first window. */
export const WORK_AREA = { width: 1366, height: 728 } as const;

/** Setting `themeSource` changes the apps' theme and emits `updated`. */
function createTheme(): EventEmitter {
  const theme = new EventEmitter();
  let source = 'system';
  const isDark = () => source === 'dark';
  Object.defineProperties(theme, {
    shouldUseDarkColors: { get: isDark, enumerable: true },
    shouldUseDarkColorsForSystemIntegratedUI: { get: isDark, enumerable: true },
    themeSource: {
      get: () => source,
      set(next: string) {
        if (next === source) return;
        source = next;
        setImmediate(() => {
          theme.emit('updated');
        });
      },
      enumerable: true,
    },
  });
  return theme;
}

/** Promises since Electron 44. */
function createClipboard() {
  let held = '';
  return {
    async writeText(text: string) {
      held = String(text);
    },
    async readText() {
      return held;
    },
  };
}

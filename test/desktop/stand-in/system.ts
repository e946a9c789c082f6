/** What reaches the user's system. Dialogs and the shell do nothing before the test says what should happen. */
import { EventEmitter } from 'node:events';
import { createEvent, type StandInContext } from './context.ts';

export function createSystem(context: StandInContext) {
  const { strict, host } = context;
  const unscripted = (name: string) => () => {
    throw strict.violation(`${name} was not scripted by the test`);
  };
  const named = (owner: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, unscripted(`${owner}.${name}`)]));

  const dialog = strict.object(
    'Dialog',
    named('dialog', ['showOpenDialog', 'showMessageBox', 'showErrorBox']),
  );
  const shell = strict.object('Shell', named('shell', ['openExternal', 'openPath', 'showItemInFolder']));
  const clipboard = strict.object('Clipboard', createClipboard());
  if (context.platform === 'darwin') {
    const boxes = ['showMessageBox', 'showErrorBox'] as const;
    for (const name of boxes)
      Object.assign(dialog, {
        [name]: (...asked: unknown[]) => {
          if (asked.length < 2 || name === 'showErrorBox')
            throw strict.violation(`${name} without a window blocks the main process on macOS`);
          return unscripted(`dialog.${name}`)();
        },
      });
  }
  const nativeTheme = strict.object('NativeTheme', createTheme(context), ['updated']);
  const screen = strict.object('Screen', {
    getPrimaryDisplay: () => strict.object('Display', { workAreaSize: { ...WORK_AREA } }),
  });
  const powerMonitor = strict.object('PowerMonitor', new EventEmitter(), ['shutdown']);

  class Notification extends EventEmitter {
    readonly _options: { title: string; body: string };

    constructor(options: { title: string; body: string }) {
      super();
      strict.options('NotificationConstructorOptions', options, ['title', 'body']);
      this._options = options;
      // biome-ignore lint/correctness/noConstructorReturn: the app must only see the checked object.
      return strict.object('Notification', this, ['show', 'click', 'close', 'failed']);
    }

    show() {
      if (!context.isReady()) throw strict.violation('Cannot show notification before app is ready');
      host.tell('notification', this._options);
      this.emit('show', createEvent({}));
    }

    static isSupported() {
      return true;
    }
  }
  return {
    ...{ dialog, shell, clipboard, nativeTheme, powerMonitor, screen },
    safeStorage: strict.object('SafeStorage', createSafeStorage(context)),
    Notification: strict.class('Notification', Notification),
  };
}

/** A small laptop with a taskbar: smaller than the app's first window. */
export const WORK_AREA = { width: 1366, height: 728 } as const;

/**
 * Apps are light, the taskbar of Windows is dark. Until the first `updated`, Windows tells the apps' theme for both.
 * Setting `themeSource` changes the apps' theme and emits `updated`.
 */
function createTheme(context: StandInContext): EventEmitter {
  const theme = new EventEmitter();
  let source = 'system';
  let wasUpdated = false;
  const isDark = () => source === 'dark';
  Object.defineProperties(theme, {
    shouldUseDarkColors: { get: isDark, enumerable: true },
    shouldUseDarkColorsForSystemIntegratedUI: {
      get: () => (context.platform === 'win32' && wasUpdated) || isDark(),
      enumerable: true,
    },
    themeSource: {
      get: () => source,
      set(next: string) {
        if (next === source) return;
        source = next;
        setImmediate(() => {
          wasUpdated = true;
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

/** Encrypts well enough to see whether a file holds the plain text. */
function createSafeStorage({ strict, isReady, quirks }: StandInContext) {
  const whenReady = () => {
    if (!isReady()) throw strict.violation('safeStorage cannot be used before app is ready');
  };
  return {
    async isAsyncEncryptionAvailable() {
      whenReady();
      return true;
    },
    getSelectedStorageBackend() {
      whenReady();
      return quirks.noSecretStore === true ? 'basic_text' : 'gnome_libsecret';
    },
    async encryptStringAsync(plainText: string) {
      whenReady();
      return Buffer.from(plainText, 'utf8').map((byte) => byte ^ 0x5a);
    },
    async decryptStringAsync(encrypted: Buffer) {
      whenReady();
      const result = Buffer.from(encrypted.map((byte) => byte ^ 0x5a)).toString('utf8');
      return { result, shouldReEncrypt: false };
    },
  };
}

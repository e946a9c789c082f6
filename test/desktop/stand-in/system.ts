/** What reaches the user's system. Dialogs and the shell do nothing before the test says what should happen. */
import { EventEmitter } from 'node:events';
import type { StandInContext } from './context.ts';

/** A small laptop with a taskbar: smaller than the app's first window. */
export const WORK_AREA = { width: 1366, height: 728 } as const;

export function createSystem({ violation }: StandInContext) {
  const unscripted = (owner: string, names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        () => {
          throw violation(`${owner}.${name} was not scripted by the test`);
        },
      ]),
    );
  const display = { id: 1, workAreaSize: { ...WORK_AREA }, workArea: { x: 0, y: 0, ...WORK_AREA } };
  let copied = '';

  class Notification extends EventEmitter {
    show() {}

    static isSupported() {
      return true;
    }
  }
  return {
    dialog: unscripted('dialog', ['showOpenDialog', 'showMessageBox', 'showErrorBox']),
    shell: unscripted('shell', ['openExternal', 'openPath', 'showItemInFolder']),
    // Promises since Electron 44.
    clipboard: {
      async writeText(text: string) {
        copied = text;
      },
      readText: async () => copied,
    },
    nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' }),
    screen: { getPrimaryDisplay: () => display, getAllDisplays: () => [display] },
    powerMonitor: new EventEmitter(),
    Notification,
  };
}

/**
 * The ways in which the app ends: a closed window, the quit command, signals, the system's shutdown, fatal errors.
 */
import { app, dialog, powerMonitor } from 'electron';
import type { DesktopApp } from './desktop-app.ts';
import type { Loggers } from './logging.ts';

/**
 * Ends the app in one way for all of them, so that no process is left over.
 * @param onClosed removes the tray
 */
export function quitCleanly(desktop: DesktopApp, loggers: Loggers, onClosed: () => void): void {
  let state: 'running' | 'quitting' | 'closing' | 'clean' = 'running';
  app.on('before-quit', () => {
    if (state === 'running') state = 'quitting';
  });
  app.on('window-all-closed', () => {
    if (state !== 'running') return;
    if (!desktop.hasTray || !desktop.options.store.get().closeToTray) app.quit();
    else desktop.closedToTray();
  });
  app.on('will-quit', (event) => {
    if (state === 'clean') return;
    event.preventDefault();
    // Electron repeats `will-quit` for each further quit request while the default is prevented.
    if (state === 'closing') return;
    state = 'closing';
    Promise.race([desktop.close(), lastMoment(loggers)])
      .catch((cause: unknown) => loggers.main.error('The shutdown failed.', { cause: String(cause) }))
      .finally(() => {
        state = 'clean';
        onClosed();
        loggers.main.info('Quit.');
        app.exit(0);
      });
  });
  process.on('exit', () => desktop.supervisor.forceKill());
  if (process.platform !== 'win32')
    // Delays the system's shutdown until `app.exit`.
    powerMonitor.on('shutdown', ((event: Electron.Event) => {
      event.preventDefault();
      app.quit();
      // Electron's types lack the documented event parameter.
    }) as () => void);
}

/** The longest time for closing. The service ends within 10 s; a disk that hangs must not keep the app, either. */
const LONGEST_CLOSE_MS = 15_000;

async function lastMoment({ main }: Loggers): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LONGEST_CLOSE_MS));
  main.error('The shutdown took too long; the app ends without it.');
}

/**
 * Quits on signals. Call it after `ready`: otherwise Electron's handlers win, and their second signal skips the
 * shutdown.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** Quits the app on an uncaught exception, and logs unhandled rejections. */
export function failLoudly(loggers: Loggers): void {
  // A closed terminal must not end the app; logs also go to a file.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (cause) => fail(loggers, cause));
  process.on('unhandledRejection', (cause) =>
    loggers.main.error('A rejection was not handled.', { cause: describe(cause) }),
  );
}

/** Says why the app ends; a silent exit would look like a failed start. */
export function fail(loggers: Loggers, cause: unknown): void {
  loggers.main.error('The app cannot go on.', { cause: describe(cause) });
  try {
    dialog.showErrorBox(
      `${app.getName()} has to quit`,
      cause instanceof Error ? cause.message : String(cause),
    );
  } finally {
    app.exit(1);
  }
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

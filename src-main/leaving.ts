/** Every way out: closing, quitting, signals, a computer that shuts down, and errors that nothing can be done about. */
import { app, dialog, powerMonitor } from 'electron';
import type { DesktopApp } from './desktop-app.ts';
import type { Loggers } from './logging.ts';

/**
 * The tray keeps the app when its window closes; every way to quit runs the same shutdown and leaves no process.
 * @param onClosed the app is at its end; what still shows it goes
 */
export function leaveCleanly(desktop: DesktopApp, loggers: Loggers, onClosed: () => void): void {
  let state: 'running' | 'quitting' | 'leaving' | 'clean' = 'running';
  app.on('before-quit', () => {
    if (state === 'running') state = 'quitting';
  });
  app.on('window-all-closed', () => {
    if (state !== 'running') return;
    if (!desktop.options.hasTray || !desktop.options.store.get().closeToTray) app.quit();
    else desktop.closedToTray();
  });
  app.on('will-quit', (event) => {
    if (state === 'clean') return;
    event.preventDefault();
    // Electron quits anew for each who asks, as long as it is kept from it.
    if (state === 'leaving') return;
    state = 'leaving';
    desktop
      .close()
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
    // Delayed until we are done: `app.exit` lets it go on.
    powerMonitor.on('shutdown', ((event: Electron.Event) => {
      event.preventDefault();
      app.quit();
      // Electron's types leave out the event that its documentation gives.
    }) as () => void);
}

/**
 * A terminal, a session manager or a container says goodbye by signal. After `ready`: Electron installs handlers of its own
 * before, in the place of ours, and its second signal ends the process without a shutdown.
 */
export function leaveOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** What nobody caught ends the app with a box that says so. */
export function failLoudly(loggers: Loggers): void {
  // A terminal that is gone is no reason to fail: the log is in its file.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (cause) => fail(loggers, cause));
  process.on('unhandledRejection', (cause) =>
    loggers.main.error('A rejection was not handled.', { cause: describe(cause) }),
  );
}

/** An error that nothing can be done about is shown before the app ends; ending silently would look like not starting. */
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

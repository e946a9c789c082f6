/** Tray detection, by the same questions that Electron asks: GNOME without an extension has no tray. */
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import type { Clock } from '../clock.ts';
import { hasX11Tray } from './x11-tray.ts';

const WATCHER = 'org.kde.StatusNotifierWatcher';
const HOST = 'IsStatusNotifierHostRegistered';
const ASK_TIMEOUT_MS = 2_000;

/**
 * The tools that ask D-Bus, the most common first. A watcher without a host shows nothing, and Electron doesn't use it
 * (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc of Chromium).
 */
const QUESTIONS = [
  `gdbus call --session --dest ${WATCHER} --object-path /StatusNotifierWatcher --method org.freedesktop.DBus.Properties.Get ${WATCHER} ${HOST}`,
  `busctl --user get-property ${WATCHER} /StatusNotifierWatcher ${WATCHER} ${HOST}`,
];

/**
 * A host of StatusNotifierItems, or a panel that embeds icons by X11. False without a tool: an app hidden without a tray
 * would be unreachable.
 */
export async function hasTrayHost(platform: NodeJS.Platform, env = process.env): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const question of QUESTIONS) {
    const answer = await ask(question.split(' '));
    if (answer !== undefined && /\btrue\b/.test(answer)) return true;
  }
  return hasX11Tray({ env, home: homedir() });
}

/** Undefined on failure. */
function ask([command = '', ...args]: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: ASK_TIMEOUT_MS }, (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}

const HOST_WAIT_MS = 10_000;
const HOST_ASK_PERIOD_MS = 500;
/** A restarted panel or enabled extension appears within 5 minutes. */
const ARRIVAL_PERIOD_MS = 5_000;
const ARRIVAL_LOOKS = 60;

/** The panel may start after the app. */
export async function waitForTrayHost(platform: NodeJS.Platform, waitMs = HOST_WAIT_MS): Promise<boolean> {
  const until = performance.now() + waitMs;
  for (;;) {
    if (await hasTrayHost(platform)) return true;
    if (performance.now() >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, HOST_ASK_PERIOD_MS));
  }
}

/** Calls `onArrival` at most once. */
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

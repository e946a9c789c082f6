/** Tray detection over D-Bus: GNOME without an extension has no tray. */
import { execFile } from 'node:child_process';
import type { Clock } from '../clock.ts';

const BUS = 'org.freedesktop.DBus';
const WATCHER = 'org.kde.StatusNotifierWatcher';
const ASK_TIMEOUT_MS = 2_000;

const METHOD = `${BUS}.NameHasOwner`;

/** The tools that ask D-Bus, the most common first. */
const QUESTIONS = [
  `gdbus call --session --dest ${BUS} --object-path /org/freedesktop/DBus --method ${METHOD} ${WATCHER}`,
  `busctl --user call ${BUS} /org/freedesktop/DBus ${BUS} NameHasOwner s ${WATCHER}`,
];

/** False without a tool: an app hidden without a tray would be unreachable. */
export async function hasTrayHost(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  for (const question of QUESTIONS) {
    const answer = await ask(question.split(' '));
    if (answer !== undefined) return /\btrue\b/.test(answer);
  }
  return false;
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

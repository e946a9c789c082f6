/**
 * Runs one of our scripts where windows can be opened: `node scripts/ci/on-display.mjs <script> [arguments]`. On a Linux
 * without a display that is a virtual one, with a session bus of its own; everywhere else there is one.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The command and its arguments, with what must be around them. Pure. */
export function displayCommand(platform, env, command) {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return command;
  return ['xvfb-run', '--auto-servernum', 'dbus-run-session', '--', ...command];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = displayCommand(process.platform, process.env, [
    process.execPath,
    ...process.argv.slice(2),
  ]);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error !== undefined) console.error(`${command}: ${error.message}`);
  process.exit(status ?? 1);
}

/**
 * `node scripts/ci/on-display.mjs <script> [arguments]`: runs a script. On Linux without a display it starts a
 * virtual one and a session bus first.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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

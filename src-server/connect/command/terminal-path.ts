import { spawn } from 'node:child_process';
import type { Machine } from '../machine.ts';

const TIMEOUT_MS = 3_000;
/** Start files may print endlessly; only the last line matters. */
const MAX_OUTPUT = 256 * 1024;
/** For the rest of the output. */
const LAST_WORDS_MS = 200;
const QUESTION = `printf '%s\\n' "<<$PATH>>"`;

/**
 * `PATH` of a new terminal, from the user's shell: Finder, the Dock and panels set another. Fallback: `PATH`
 * of the process.
 *
 * @param timeoutMs default: 3 seconds
 */
export async function terminalPath(
  { platform, env, home }: Machine,
  timeoutMs: number = TIMEOUT_MS,
): Promise<string> {
  const own = env['PATH'] ?? env['Path'] ?? '';
  const shell = env['SHELL'];
  if (platform === 'win32' || !shell) return own;
  // Terminals of macOS start login shells.
  const options = platform === 'darwin' ? '-ilc' : '-ic';
  const output = await new Promise<string>((resolve) => {
    // Detached: an interactive shell would take over the terminal that started the app.
    const child = spawn(shell, [options, QUESTION], {
      cwd: home,
      env: { ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString('utf8')).slice(-MAX_OUTPUT);
    });
    const timer = setTimeout(() => endSession(child.pid), timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      child.stdout.destroy();
      resolve(text);
    };
    child.on('error', finish);
    child.on('close', finish);
    // Background processes of the start files may hold the pipe open.
    child.on('exit', () => setTimeout(finish, LAST_WORDS_MS));
  });
  return [...output.matchAll(/^<<(.*)>>$/gm)].at(-1)?.[1] ?? own;
}

/** Kills the shell and its children. */
function endSession(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The shell ended just now.
  }
}

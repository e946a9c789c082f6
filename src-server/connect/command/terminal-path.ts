import { spawn } from 'node:child_process';
import type { Place } from '../place.ts';

const TIMEOUT_MS = 3_000;
/** Start files may print without end; the answer is the last line. */
const MAX_OUTPUT = 256 * 1024;
/** For what a shell has written and we have not read yet when it ends. */
const LAST_WORDS_MS = 200;
const QUESTION = `printf '%s\\n' "<<$PATH>>"`;

/**
 * The `PATH` that a new terminal of this user has: what was started from Finder, the Dock or a panel has another one. The
 * user's own shell is asked, as a terminal starts it; where it doesn't answer in time, this process's own.
 *
 * @param timeoutMs default: 3 seconds
 */
export async function terminalPath(
  { platform, env, home }: Place,
  timeoutMs: number = TIMEOUT_MS,
): Promise<string> {
  const own = env['PATH'] ?? env['Path'] ?? '';
  const shell = env['SHELL'];
  if (platform === 'win32' || !shell) return own;
  // Terminals of macOS start login shells.
  const options = platform === 'darwin' ? '-ilc' : '-ic';
  const output = await new Promise<string>((resolve) => {
    // A session of its own: an interactive shell would take the terminal that the app was started from.
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
    // What its start files left running may hold the pipe open.
    child.on('exit', () => setTimeout(finish, LAST_WORDS_MS));
  });
  return [...output.matchAll(/^<<(.*)>>$/gm)].at(-1)?.[1] ?? own;
}

/** Ends the shell and what its start files wait for: they are a process group, since the shell leads a session. */
function endSession(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended just now.
  }
}

/** Which processes an app has, and whether any is left. */
import { execFileSync } from 'node:child_process';

interface Row {
  readonly pid: number;
  readonly parent: number;
}

/** Those that run, without those that have ended and wait to be reaped. */
function runningProcesses(): readonly Row[] {
  const listing =
    process.platform === 'win32'
      ? execFileSync('powershell', ['-NoProfile', '-Command', WINDOWS_LISTING], { encoding: 'utf8' })
      : execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return listing
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

const WINDOWS_LISTING =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }';

/** Returns all processes below `pid`. */
export function descendants(pid: number): number[] {
  const rows = runningProcesses();
  const below = (parent: number): number[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row.pid, ...below(row.pid)]);
  return below(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Windows keeps nothing of a process that has ended.
  if (process.platform === 'win32') return true;
  return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
}

/** Those of `pids` that are still there after `waitMs`. */
export async function leftovers(pids: readonly number[], waitMs = 60_000): Promise<number[]> {
  const until = Date.now() + waitMs;
  for (;;) {
    const left = pids.filter((pid) => quietly(() => isAlive(pid)));
    if (left.length === 0 || Date.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ends a process and all below it at once, and waits until they are gone: none writes any more. */
export async function endAll(pid: number): Promise<void> {
  const pids = [pid, ...descendants(pid)];
  for (const one of pids) quietly(() => process.kill(one, 'SIGKILL'));
  await leftovers(pids);
}

/** What asks about a process fails where it has ended meanwhile. */
function quietly(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

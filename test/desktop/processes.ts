/** Which processes an app has, and whether any is left. */
import { execFileSync } from 'node:child_process';

/** All processes below `pid`, without those that have ended and wait to be reaped. */
export function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const below = (parent: number): number[] =>
    rows
      .filter(([, ppid, state]) => Number(ppid) === parent && !state?.startsWith('Z'))
      .flatMap(([child]) => [Number(child), ...below(Number(child))]);
  return below(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
}

/** Those of `pids` that are still there after `waitMs`. */
export async function leftovers(pids: readonly number[], waitMs = 10_000): Promise<number[]> {
  const until = Date.now() + waitMs;
  for (;;) {
    const left = pids.filter((pid) => quietly(() => isAlive(pid)));
    if (left.length === 0 || Date.now() > until) return left;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** `ps` fails for a process that ended between two looks. */
function quietly(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

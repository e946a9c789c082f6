/**
 * A process that takes a folder's lock again and again, and writes what it saw into a log: run by `node`, with the
 * compiled lock, the folder, the number of rounds, and whether it dies while it holds the lock.
 */
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , lock, root, rounds, dies] = process.argv;
const { withWriteLock } = await import(lock);
const inside = join(root, 'inside');

for (let round = 0; round < Number(rounds); round += 1)
  await withWriteLock(root, '.private', async () => {
    try {
      writeFileSync(inside, String(process.pid), { flag: 'wx' });
    } catch {
      appendFileSync(join(root, 'log'), 'overlap\n');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    if (dies === 'dies' && round === Number(rounds) - 1) {
      rmSync(inside);
      process.kill(process.pid, 'SIGKILL');
    }
    appendFileSync(join(root, 'log'), 'alone\n');
    rmSync(inside);
  });

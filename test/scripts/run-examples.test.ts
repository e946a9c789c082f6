import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { onWindows, unless } from '../support/unless.ts';

const RUNNER = fileURLToPath(new URL('../../scripts/run-examples.mjs', import.meta.url));

/** Programs that say they are PostgreSQL's, and a library that waits for ever for its database. */
function standIns() {
  const folder = temporaryFolder({
    'bin/pg_config': '#!/bin/sh\ndirname "$0"\n',
    'bin/initdb': '#!/bin/sh\nmkdir -p "$2"\n',
    'bin/createdb': '#!/bin/sh\n',
    'bin/pg_ctl':
      '#!/bin/sh\ncase "$*" in *stop) rm "$2/postmaster.pid";; *) : > "$2/postmaster.pid";; esac\n',
    'modules/pg/package.json': { version: '0.0.0', main: 'pg.js' },
    'modules/pg/pg.js': `require('node:fs').writeFileSync(process.env.WAITING, String(process.pid));
      setInterval(() => {}, 1000);
      exports.types = { setTypeParser() {}, builtins: {} };
      exports.Pool = class { on() {} connect() { return new Promise(() => {}); } query() { return new Promise(() => {}); } };`,
  });
  for (const name of readdirSync(join(folder, 'bin'))) chmodSync(join(folder, 'bin', name), 0o755);
  // PostgreSQL's programs don't run as root: another user must get here.
  for (const path of ['', 'bin']) chmodSync(join(folder, path), 0o755);
  return folder;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(20);
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the runner of the examples', unless(onWindows), () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'takes its database and the example with it when %s ends it',
    async (signal) => {
      const folder = standIns();
      const scratch = temporaryFolder();
      chmodSync(scratch, 0o777);
      const waiting = join(folder, 'waiting');
      const runner = spawn(process.execPath, [RUNNER, 'brianc'], {
        env: {
          ...process.env,
          PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
          NODE_PATH: join(folder, 'modules'),
          TMPDIR: scratch,
          WAITING: waiting,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(runner, 'exit');
      const pid = (): number => (existsSync(waiting) ? Number(readFileSync(waiting, 'utf8')) : 0);
      await until(() => pid() > 0 && existsSync(databaseOf(scratch)));
      runner.kill(signal);
      expect(await ended).toEqual([128 + constants.signals[signal], null]);
      await until(() => !isRunning(pid()));
      expect(readdirSync(scratch)).toEqual([]);
    },
  );
});

/** What says that the run's database is up. */
function databaseOf(scratch: string): string {
  const name = readdirSync(scratch).find((entry) => entry.startsWith('scratch-postgres-')) ?? '';
  return join(scratch, name, 'data/postmaster.pid');
}

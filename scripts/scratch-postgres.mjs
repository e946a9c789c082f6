/** Temporary PostgreSQL: new folder, free port of 127.0.0.1. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.mjs';

const START_TIMEOUT_S = 60;

/** Debian keeps the programs outside of PATH, by version. */
export function findPostgres() {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(status === 0 ? [stdout.trim()] : []),
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/**
 * Empty database `app`, user `app` without password. PostgreSQL refuses root, so root runs it as `postgres`
 * or `nobody`.
 *
 * @param {string} programs result of `findPostgres`
 * @returns {Promise<{ url: string, stop: () => void }>} rejects with PostgreSQL's output
 */
export async function startPostgres(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'scratch-postgres-'));
  const owner = unprivileged();
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const run = (program, args) => {
    const { status, stdout, stderr, error } = spawnSync(join(programs, program), args, {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? `${stdout}${stderr}`}`);
  };
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  const stop = () => {
    if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run('initdb', ['-D', data, '-A', 'trust', '-U', 'app', '-E', 'UTF8']);
    const log = join(folder, 'log');
    run('pg_ctl', ['-D', data, '-o', settings, '-l', log, '-t', String(START_TIMEOUT_S), '-w', 'start']);
    run('createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'app', 'app']);
  } catch (error) {
    stop();
    throw error;
  }
  return { url: `postgres://app@127.0.0.1:${port}/app`, stop };
}

function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, name], { encoding: 'utf8' }));
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
}

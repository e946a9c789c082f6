/** nginx of the system with a configuration of `deploy/`, on free ports of 127.0.0.1 and with a certificate of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.mjs';
import type { FrontProxy, FrontProxyOptions } from './front-proxy.ts';
import { selfSigned } from './self-signed.ts';
import { eventually } from './test-server.ts';
import type { Reason } from './unless.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file));

export const withoutNginx: Reason = NGINX === undefined ? 'nginx isn’t installed' : undefined;
export interface Nginx extends FrontProxy {
  /** What `nginx -t` prints. */
  check(): string;
  reload(): void;
}

/** @param options.config for the `http` block, with ports 80 and 443, and paths below /etc/letsencrypt and /var/log/nginx */
export async function startNginx({ config, atEnd = onTestFinished }: FrontProxyOptions): Promise<Nginx> {
  const root = mkdtempSync(join(tmpdir(), 'skills-registry-nginx-'));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  const [, name = 'localhost'] = /server_name ([\w.-]+);/.exec(config) ?? [];
  const { certificate } = selfSigned(root, name);
  const [port, plainPort] = [await freePort(), await freePort()];
  for (const folder of ['tmp', 'log']) mkdirSync(join(root, folder));
  const here = config
    .replace(/^ *listen \[::\]:.*\n/gm, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/\/etc\/letsencrypt\/live\/[\w.-]+/g, root)
    .replaceAll('/var/log/nginx', join(root, 'log'));
  writeFileSync(join(root, 'nginx.conf'), mainConfig(root, here));
  const args = ['-p', root, '-c', join(root, 'nginx.conf'), '-e', join(root, 'log/error.log')];
  const nginx = spawn(NGINX ?? 'nginx', [...args, '-g', 'daemon off;'], { stdio: 'ignore' });
  const ended = new Promise((done) => nginx.once('close', done));
  atEnd(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  const read = (file: string) =>
    existsSync(join(root, 'log', file)) ? readFileSync(join(root, 'log', file), 'utf8') : '';
  const logs = () => ['error.log', 'skills-registry.log', 'access.log'].map(read).join('');
  const check = () => spawnSync(NGINX ?? 'nginx', [...args, '-t'], { encoding: 'utf8' }).stderr;
  await eventually(
    () => existsSync(join(root, 'nginx.pid')) || nginx.exitCode !== null,
    (isSettled) => isSettled,
  );
  if (nginx.exitCode !== null) throw new Error(`nginx did not start:\n${logs()}${check()}`);
  return { port, plainPort, certificate, logs, check, reload: () => void nginx.kill('SIGHUP') };
}

/** As Debian's nginx.conf, with all paths below a folder. */
function mainConfig(root: string, http: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${root}/tmp/${kind};`)
    .join('\n');
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}worker_processes 1;
pid ${root}/nginx.pid;
events { worker_connections 2048; }
http {
${temporary}
  access_log ${root}/log/access.log;
  include /etc/nginx/mime.types;
  gzip on;
${http}
}
`;
}

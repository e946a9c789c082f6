/** Caddy of the system with a configuration of `deploy/`, on free ports of 127.0.0.1 and with a certificate of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import type { FrontProxy, FrontProxyOptions } from './front-proxy.ts';
import { selfSigned } from './self-signed.ts';
import { eventually } from './test-server.ts';
import type { Reason } from './unless.ts';

export const withoutCaddy: Reason =
  spawnSync('caddy', ['version']).status === 0 ? undefined : 'Caddy isn’t installed';

export async function startCaddy({ config, atEnd = onTestFinished }: FrontProxyOptions): Promise<FrontProxy> {
  const root = mkdtempSync(join(tmpdir(), 'skills-registry-caddy-'));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  const [, name = ''] = /\n(?!http)(\S+) \{\n/.exec(config) ?? [];
  const { certificate, key } = selfSigned(root, 'skills.example.com');
  const [port, plainPort] = [await freePort(), await freePort()];
  const here = config
    .replace(`\n${name} {\n`, `\n${name} {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1\n`)
    .replace(`\nhttp://${name} {\n`, `\nhttp://${name} {\n\tbind 127.0.0.1\n`);
  const global = `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n}\n`;
  writeFileSync(join(root, 'Caddyfile'), global + here);
  const env = { PATH: process.env['PATH'], HOME: root, XDG_DATA_HOME: root, XDG_CONFIG_HOME: root };
  const args = ['run', '--adapter', 'caddyfile', '--config', join(root, 'Caddyfile')];
  const caddy = spawn('caddy', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  caddy.stderr.on('data', (chunk) => {
    log += String(chunk);
  });
  const ended = new Promise((done) => caddy.once('close', done));
  atEnd(async () => {
    caddy.kill('SIGTERM');
    await ended;
  });
  await eventually(
    () => log.includes('serving initial configuration') || caddy.exitCode !== null,
    (isSettled) => isSettled,
  );
  if (caddy.exitCode !== null) throw new Error(`Caddy did not start:\n${log}`);
  return { port, plainPort, certificate, logs: () => log };
}

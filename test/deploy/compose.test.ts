import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-registry.ts';
import { type Reason, unless } from '../support/unless.ts';

interface Service {
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

const text = readFileSync('deploy/compose.yaml', 'utf8');
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };

const COMPOSE = [
  ['docker', 'compose'],
  ['docker-compose', ''],
].find(([command = '', ...args]) => spawnSync(command, [...args.filter(Boolean), 'version']).status === 0);
const withoutCompose: Reason = COMPOSE === undefined ? 'Docker Compose isn’t installed' : undefined;

function validate(env: Readonly<Record<string, string>>) {
  const [command = '', ...args] = COMPOSE ?? [];
  const file = join(temporaryFolder({ 'compose.yaml': text, Caddyfile: '', token: '' }), 'compose.yaml');
  return spawnSync(command, [...args.filter(Boolean), '-f', file, 'config', '-q'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
}

describe('the compose file', () => {
  it('keeps to the schema of Compose', unless(withoutCompose), () => {
    const { status, stderr } = validate({ NAME: 'skills.example.com', REGISTRY: '/srv/team-skills' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('starts nothing without a name and a registry, and says so', unless(withoutCompose), () => {
    expect(validate({ REGISTRY: '/srv/team-skills' }).stderr).toContain('the name of the service');
    expect(validate({ NAME: 'skills.example.com' }).stderr).toContain('the folder of the registry');
  });

  it('publishes the ports of the proxy alone', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['caddy']);
  });

  it('gives no service a writable file system or a capability that it does not need', () => {
    for (const [name, { read_only: readOnly, cap_drop: dropped }] of Object.entries(services))
      expect({ name, readOnly, dropped }).toEqual({ name, readOnly: true, dropped: ['ALL'] });
  });

  it('has all replicas ask for the token', () => {
    const replicas = Object.values(services).filter(({ command }) => command?.includes('serve'));
    expect(replicas).toHaveLength(2);
    for (const { command } of replicas) expect(command).toContain('--token-file=/run/secrets/token');
  });
});

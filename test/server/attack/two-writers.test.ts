import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { validSkill } from '../../support/valid-skill.ts';

const INDEX = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [], team: 'us' };

async function startService(registry: string): Promise<string> {
  // Without a user folder in common they don't know of each other.
  const cli = startCli(['serve', '-p', '0', '-r', registry, '--allow-submit'], {
    userFolder: temporaryUserFolder(),
  });
  const text = await eventually(cli.out, (out) => out.includes('Stop with'));
  return /http:\/\/[\d.]+:\d+/.exec(text)?.[0] ?? '';
}

async function submit(url: string, key: string): Promise<number> {
  const { manifest: skill, files } = validSkill(key);
  const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  return (await ask(`${url}/v1/skills`, { ...options, body: JSON.stringify({ skill, files }) })).status;
}

it('two services writing to a registry lose no entry and add no key twice', async () => {
  const registry = temporaryRegistry(['cpp/gabime/spdlog'], { 'index.json': INDEX });
  const urls = await Promise.all([startService(registry), startService(registry)]);
  const own = urls.flatMap((url, number) =>
    Array.from({ length: 5 }, (_, index) => ({ url, key: `cpp/writer${number}/lib${index}` })),
  );
  const racers = ['Acme', 'acme', 'ACME', 'aCme'].map((author, index) => ({
    url: urls[index % 2] ?? '',
    key: `cpp/${author}/racer`,
  }));
  const [index, ...statuses] = await Promise.all([
    runCliProcess(['index', registry], { userFolder: temporaryUserFolder() }),
    ...[...own, ...racers].map(({ url, key }) => submit(url, key)),
  ]);
  expect(index).toMatchObject({ code: 0 });
  expect(statuses.slice(0, own.length)).toEqual(own.map(() => 201));
  expect(statuses.slice(own.length).sort()).toEqual([201, 409, 409, 409]);
  const { skills, team } = JSON.parse(readFileSync(join(registry, 'index.json'), 'utf8')) as {
    readonly skills: ReadonlyArray<{ readonly key: string }>;
    readonly team: string;
  };
  const keys = skills.map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining(own.map(({ key }) => key)));
  expect([new Set(keys).size, keys.filter((key) => key.endsWith('/racer')).length, team]).toEqual([
    keys.length,
    1,
    'us',
  ]);
  expect(readdirSync(join(registry, 'skills')).sort()).toEqual(['cpp']);
});

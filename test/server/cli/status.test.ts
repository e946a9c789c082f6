import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { urlOf } from '../../support/url-of.ts';

it('skills-registry status lists every registry of a service that serves several', async () => {
  const userFolder = temporaryUserFolder();
  const upper = temporaryRegistry(['cpp/gabime/spdlog']);
  const lower = temporaryRegistry(['cpp/gabime/spdlog', 'rust/tokio-rs/tokio']);
  const url = await urlOf(startCli(['serve', '-p', '0', '-r', upper, '-r', lower], { userFolder }));
  const { out } = await runCliProcess(['status'], { userFolder });
  const lines = out.split('\n');
  expect(lines[0]).toContain(`${url}  2 skills`);
  expect(lines.slice(1, 3)).toEqual([`  ${upper}  1 skill`, `  ${lower}  2 skills, 1 shadowed`]);
  const { out: json } = await runCliProcess(['status', '--json'], { userFolder });
  expect(JSON.parse(json)).toMatchObject([
    { registry: upper, registries: [{ path: upper }, { path: lower, name: basename(lower), shadowed: 1 }] },
  ]);
});

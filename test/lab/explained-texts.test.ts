import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FindResponse } from '../../src-server/contract/api/api.ts';
import { type Served, startServed } from '../support/disk-lab/served.ts';
import { temporaryFolder, temporaryRegistry } from '../support/temporary-registry.ts';
import { onWindows, unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const EXPLAIN = '/v1/find?q=quaternion&explain=1';

/** A service that has read a text about quaternions and looks at nothing by itself any more. */
async function startUnwatched(): Promise<{ served: Served; file: string }> {
  const registry = temporaryRegistry([KEY, OTHER]);
  const file = join(registry, 'skills', KEY, 'safety.md');
  writeFileSync(file, '# Safety\n\nA quaternion turns.\n');
  const served = await startServed(registry, undefined, { options: ['--no-watch'] });
  const [first] = (await served.get(EXPLAIN)).json<FindResponse>().results;
  expect(first?.section?.snippet).toContain('quaternion');
  return { served, file };
}

describe('an explained find', unless(onWindows), () => {
  it('shows no content of a file outside, linked in place of a text', async () => {
    const { served, file } = await startUnwatched();
    const outside = temporaryFolder({ 'secret.md': '# Secret\n\nquaternion TOP-SECRET quaternion\n' });
    rmSync(file);
    symlinkSync(join(outside, 'secret.md'), file);
    const { status, text } = await served.get(EXPLAIN);
    expect(status).toBe(200);
    expect(text).not.toContain('TOP-SECRET');
  });

  it('shows nothing of a file outside that lies behind a folder that became a link', async () => {
    const { served, file } = await startUnwatched();
    const outside = temporaryFolder({ 'safety.md': '# Secret\n\nquaternion TOP-SECRET quaternion\n' });
    const folder = join(file, '..');
    renameSync(folder, `${folder}-former`);
    symlinkSync(outside, folder);
    const { text } = await served.get(EXPLAIN);
    expect(text).not.toContain('TOP-SECRET');
  });

  it('waits for no pipe in place of a text, nor does another request', async () => {
    const { served, file } = await startUnwatched();
    rmSync(file);
    expect(spawnSync('mkfifo', [file]).status).toBe(0);
    const explained = await Promise.all(Array.from({ length: 12 }, () => served.get(EXPLAIN)));
    expect(explained.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await served.get(`/v1/skills/${OTHER}/safety`)).status).toBe(200);
    served.cli.process.kill('SIGTERM');
    expect(await served.cli.exited).toBe(0);
  });

  it('answers where a folder came in the place of a text', async () => {
    const { served, file } = await startUnwatched();
    rmSync(file);
    mkdirSync(file);
    expect((await served.get(EXPLAIN)).status).toBe(200);
  });
});

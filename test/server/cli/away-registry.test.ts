import { renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Status } from '../../../src-server/contract/api.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const SPDLOG = 'cpp/gabime/spdlog';

/** A service that runs, and whose registry's folder was moved away. */
async function forsakenService() {
  const registry = temporaryRegistry([SPDLOG]);
  const server = await startTestServer(registry, { scanIntervalMs: 100 });
  renameSync(registry, `${registry}-moved`);
  await eventually(
    async () => (await server.get('/v1/status')).json<Status>().registry.available,
    (available) => !available,
  );
  const bringBack = () => renameSync(`${registry}-moved`, registry);
  const stop = `stop --port ${new URL(server.url).port}`;
  const title = `The service at ${server.url} serves its registry as it was last read. The registry folder ${registry} can't be read now: it is gone.`;
  return { registry, server, bringBack, title, stop };
}

const run = (args: readonly string[]) => runCliHere(args, '/', { env: process.env });

describe('a service whose registry is gone', () => {
  it('is an error to the doctor, and neither well nor served to the list of clients', async () => {
    const { registry, title, stop, server } = await forsakenService();
    const { out: listed } = await run(['connect']);
    expect(listed).toContain(title);
    expect(listed).not.toContain('and serves');
    const { out, code } = await run(['doctor']);
    expect(code).toBe(1);
    expect(out.replace(/\s+/g, ' ')).toContain(`error: ${title} Restore the folder`);
    expect(out).toContain(stop);
    expect(out).not.toContain(`ok: The service answers at ${server.url}`);
    expect(out.replace(/\s+/g, ' ').split('it is gone.')).toHaveLength(2);
    expect(out).toContain(`${registry}: serves its registry as it was last read\n`);
  });

  it('is said to who connects a client that would ask it', async () => {
    const { title } = await forsakenService();
    const { out } = await run(['connect', 'cursor', '--write']);
    expect(out).toContain(`${title} Restore the folder`);
    expect(out).not.toContain('answers from');
  });
});

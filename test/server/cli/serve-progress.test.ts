import { expect, it } from 'vitest';
import { startServer } from '../../../src-server/service/start-server.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders } from '../../support/test-server.ts';

it('a start says how many skills are read while it reads, and no verdict before', async () => {
  isolateUserFolders();
  const keys = Array.from({ length: 120 }, (_, at) => `go/acme/lib${at}`);
  const read: number[] = [];
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const logger = { error: log, warn: log, info: log, debug() {}, isDebug: false };
  const registry = temporaryRegistry(keys);
  const server = await startServer({ registry, port: 0, logger, onReading: (skills) => read.push(skills) });
  try {
    // What has just been written is read a second time, on a slow machine before the service answers.
    expect(read.slice(0, 2)).toEqual([50, 100]);
    await eventually(
      () => server.status().checking,
      (checking) => checking === undefined,
    );
    expect(server.status()).not.toHaveProperty('indexing');
    const verdicts = lines.filter((line) => line.startsWith('Checked'));
    expect(verdicts).toEqual([expect.stringMatching(/^Checked 120 skills: /)]);
  } finally {
    await server.close();
  }
});

import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { DiagnosticsResponse, FindResponse } from '../../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { openDisk } from '../../../../src-server/registry/disk/open-disk.ts';
import { serveDisk } from '../../../support/served-folder.ts';
import { temporaryFolder, temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const WORKER = fileURLToPath(new URL('../../../../dist/server/disk-worker.cjs', import.meta.url));

/** The built registry thread, which comes to a bad end while it checks a text that says so. */
const FRAGILE = `
import { workerData } from 'node:worker_threads';
const head = new Int32Array(workerData.memory, 0, 3);
const { decode } = TextDecoder.prototype;
const held = [];
TextDecoder.prototype.decode = function (...asked) {
  const text = decode.apply(this, asked);
  const isChecked = head[0] === 2;
  if (isChecked && text.includes('check hangs')) for (;;);
  if (isChecked && text.includes('check exits')) process.exit(1);
  if (isChecked && text.includes('check eats memory')) for (;;) held.push(new Array(100_000).fill({}).map(() => ({})));
  return text;
};
await import(${JSON.stringify(pathToFileURL(WORKER).href)});
`;

it.each([
  ['hangs', /^The skill could not be checked within 10 s\.$/],
  ['exits', /^The thread that checked the skill ended: /],
  // On a busy machine the memory lasts longer than the check may.
  ['eats memory', /^The thread that checked the skill ended: |within 10 s\.$/],
])(
  'a skill with a check that %s stays unchecked until a change, and other skills are followed',
  async (how, reason) => {
    const folder = temporaryFolder({ 'worker.mjs': FRAGILE });
    const root = temporaryRegistry([KEY, OTHER]);
    const workerUrl = pathToFileURL(join(folder, 'worker.mjs'));
    const threadLimits = { maxOldGenerationSizeMb: 96 };
    const disk = openDisk({ logger: silentLogger, workerUrl, threadLimits });
    const service = await serveDisk(root, disk, join(folder, 'cache'));
    const unfinished = async () =>
      (await service.get('/v1/diagnostics'))
        .json<DiagnosticsResponse>()
        .diagnostics.filter(({ code }) => code === 'check-unfinished');
    writeFiles(root, { [`skills/${KEY}/safety.md`]: `The check ${how}.` });
    await service.tell([root]);
    expect((await service.get('/health')).status).toBe(200);
    const [found] = await eventually(unfinished, ({ length }) => length > 0);
    expect(found).toMatchObject({ skillKey: KEY, message: expect.stringMatching(reason) });
    expect((await service.get(`/v1/skills/${KEY}/safety`)).text).toBe(`The check ${how}.`);
    writeFiles(root, { [`skills/${OTHER}/safety.md`]: 'quaternion' });
    await eventually(
      async () => {
        await service.tell([root]);
        return (await service.get('/v1/find?q=quaternion')).json<FindResponse>().results;
      },
      ([first]) => first?.key === OTHER,
    );
    const isChecked = async () => (await service.get('/v1/diagnostics')).json<DiagnosticsResponse>().checking;
    await eventually(isChecked, (checking) => checking === undefined);
    expect(await unfinished()).toHaveLength(1);
    writeFiles(root, { [`skills/${KEY}/safety.md`]: 'Harmless by now.' });
    await service.tell([root]);
    await eventually(unfinished, ({ length }) => length === 0);
  },
);

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { FindResponse, FullSkill, RegistryIndex } from '../../../../src-server/contract/api/api.ts';
import { silentLogger } from '../../../../src-server/contract/service/logger.ts';
import { openDisk } from '../../../../src-server/registry/disk/open-disk.ts';
import { serveDisk } from '../../../support/served-folder.ts';
import { temporaryFolder, temporaryRegistry, writeFiles } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const WORKER = fileURLToPath(new URL('../../../../dist/server/disk-worker.cjs', import.meta.url));

/** The built disk thread, which ends as soon as it is asked for a path that is called so. */
const MORTAL = `
import { parentPort } from 'node:worker_threads';
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, handle) =>
  on(name, (message) => {
    if (JSON.stringify(message).includes('exits')) process.exit(1);
    if (JSON.stringify(message).includes('throws')) throw new Error('a defect');
    handle(message);
  });
await import(${JSON.stringify(pathToFileURL(WORKER).href)});
`;

async function serveByMortalThreads() {
  const folder = temporaryFolder({ 'worker.mjs': MORTAL });
  const root = temporaryRegistry([KEY, OTHER]);
  const errors: string[] = [];
  const logger = { ...silentLogger, error: (message: string) => void errors.push(message) };
  const disk = openDisk({ logger, workerUrl: pathToFileURL(join(folder, 'worker.mjs')) });
  return { root, errors, service: await serveDisk(root, disk, join(folder, 'cache')) };
}

describe('a disk thread that takes more memory than it may', () => {
  it('leaves the last state served with a diagnostic, and continues with less to read', async () => {
    const root = temporaryRegistry([KEY, OTHER]);
    const errors: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void errors.push(message) };
    const threadLimits = { maxOldGenerationSizeMb: 48 };
    const disk = openDisk({ logger, workerUrl: pathToFileURL(WORKER), threadLimits });
    const service = await serveDisk(root, disk, temporaryFolder({}));
    // Small on disk, many times that once it is parsed; not so much more that Node's leeway for a last collection is passed,
    // behind which the engine ends the whole process.
    writeFiles(root, { 'index.json': `{"schema":"skills/v1","skills":[${'[],'.repeat(1_400_000)}[]]}` });
    await service.tell([root]);
    expect(errors).toContain('A disk thread ended and is replaced.');
    const diagnostics = async () => (await service.get('/v1/diagnostics')).text;
    await eventually(diagnostics, (told) => told.includes('ENOMEM') && told.includes('unreadable-kept'));
    expect((await service.get('/health')).status).toBe(200);
    const { skills } = (await service.get('/v1/skills')).json<RegistryIndex>();
    expect(skills.map(({ key }) => key)).toEqual([KEY, OTHER]);
    expect((await service.get(`/v1/skills/${OTHER}/safety`)).status).toBe(200);
    rmSync(join(root, 'index.json'));
    writeFiles(root, { [`skills/${KEY}/safety.md`]: 'quaternion' });
    await eventually(
      async () => {
        await service.tell([root]);
        return (await service.get('/v1/find?q=quaternion')).json<FindResponse>().results;
      },
      ([first]) => first?.key === KEY,
    );
    expect(await diagnostics()).not.toContain('ENOMEM');
  });
});

describe.each(['exits', 'throws'])('a disk thread that %s', (how) => {
  it('while following the registry is replaced, and the new thread finds the missed changes', async () => {
    const { root, errors, service } = await serveByMortalThreads();
    await service.tell([join(root, how)]);
    writeFiles(root, { [`skills/${KEY}/safety.md`]: 'quaternion' });
    expect((await service.get('/health')).status).toBe(200);
    expect((await service.get(`/v1/skills/${OTHER}`)).status).toBe(200);
    expect((await service.get(`/v1/skills/${KEY}/safety`)).text).toBe('quaternion');
    const found = async () => (await service.get('/v1/find?q=quaternion')).json<FindResponse>().results;
    await eventually(found, ([first]) => first?.key === KEY);
    expect(errors).toEqual(['A disk thread ended and is replaced.']);
  });

  it('is replaced by one that reads all of index.json, and tells of later ones what differs', async () => {
    const { root, service } = await serveByMortalThreads();
    const summaries = async () =>
      (await service.get('/v1/skills')).json<RegistryIndex>().skills.map(({ summary }) => summary);
    const write = async (first: string, second: string) => {
      const skills = [
        { key: KEY, summary: first },
        { key: OTHER, summary: second },
      ];
      writeFiles(root, { 'index.json': { schema: 'skills/v1', version: 1, skills } });
      await service.tell([root]);
      return eventually(summaries, (told) => told[0] === first && told[1] === second);
    };
    await write('One.', 'Two.');
    await service.tell([join(root, how)]);
    await write('Three.', 'Two.');
    await write('Three.', 'Four.');
    expect(await summaries()).toEqual(['Three.', 'Four.']);
  });

  it('while reading a file is replaced at once, and the file counts as unreadable', async () => {
    const { root, errors, service } = await serveByMortalThreads();
    writeFileSync(join(root, 'skills', KEY, `${how}.md`), 'text');
    await service.tell([join(root, 'skills', KEY)]);
    const section = await service.get(`/v1/skills/${KEY}/${how}`);
    expect([section.status, section.headers['retry-after']]).toEqual([503, '5']);
    const skill = (await service.get(`/v1/skills/${OTHER}`)).json<FullSkill>();
    expect(Object.keys(skill._contents)).toContain('safety.md');
    expect(new Set(errors)).toEqual(new Set(['A disk thread ended and is replaced.']));
  });
});

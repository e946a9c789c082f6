import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { storeSubmission } from '../../../src-server/registry/disk/store-submission.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { bundle } from '../../support/bundle.ts';
import { BUILT_CLI, type KilledWriter, killAtEachStep } from '../../support/kill-at-each-step.ts';
import { readSnapshot } from '../../support/read-snapshot.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { validSkill, validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/gabime/spdlog';
const INDEX = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
const ROUNDS = 4;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a writer that is killed', () => {
  it('leaves every submitted skill whole or absent, and index.json readable', { tags: 'ci' }, async () => {
    const registry = temporaryRegistry([KEY], { 'index.json': INDEX });
    const accepted: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const cli = startCli(['serve', '-p', '0', '-r', registry, '--allow-submit'], {
        userFolder: temporaryUserFolder(),
      });
      const text = await eventually(cli.out, (out) => out.includes('Stop with'));
      const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0] ?? '';
      const posts = Array.from({ length: 12 }, async (_, number) => {
        const { manifest: skill, files } = validSkill(`cpp/round${round}/lib${number}`);
        const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
        const answer = await ask(`${url}/v1/skills`, { ...options, body: JSON.stringify({ skill, files }) });
        if (answer.status === 201) accepted.push(`cpp/round${round}/lib${number}`);
      });
      // Counting tokens comes first and takes a while; after that a skill is written every few milliseconds.
      await eventually(
        () => accepted.length,
        (length) => length > round * 2,
      );
      await pause(round * 3);
      cli.process.kill('SIGKILL');
      await Promise.allSettled(posts);
      await cli.exited;

      const snapshot = await readSnapshot(registry);
      const parts = [...snapshot.skills.values()].filter(
        ({ key, contents }) => key !== KEY && contents.length !== 8,
      );
      expect(parts).toEqual([]);
      expect(accepted.filter((key) => !snapshot.skills.has(key))).toEqual([]);
      expect(snapshot.contents.indexFile.index?.version).toBeGreaterThan(round);
    }
  });
});

/** Each step that a writer was ended at, with what it left. */
type Found = readonly (readonly [step: string | undefined, state: string, folder: string])[];

async function statesOf(
  writer: KilledWriter,
  look: (folder: string) => string | Promise<string>,
): Promise<Found> {
  const runs = await killAtEachStep(writer);
  return Promise.all(runs.map(async ({ folder, step }) => [step, await look(folder), folder] as const));
}

/** The kills hit the writing itself: texts half written, not yet flushed, not yet in place. */
function expectHits(found: Found, steps: readonly string[]): void {
  expect(found.map(([step]) => step)).toEqual(expect.arrayContaining([...steps, undefined]));
}

const names = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('a writer that is killed at each step of its writing', () => {
  it('init leaves all files or no file, and can be started again', { tags: 'ci' }, async () => {
    const prepare = () =>
      temporaryFolder({ 'package.json': { name: 'tiny', version: '1.0.0', repository: 'a/tiny' } });
    const found = await statesOf({ prepare, command: () => [BUILT_CLI, 'init'] }, (folder) => {
      const files = names(join(folder, '.skills')).length;
      const drafts = names(folder).filter((name) => name.endsWith('.tmp')).length;
      return `${files} files, ${drafts} drafts`;
    });
    expectHits(found, ['mkdir', 'open', 'writeFile', 'sync', 'rename']);
    expect(new Set(found.map(([, state]) => state))).toEqual(
      new Set(['0 files, 0 drafts', '0 files, 1 drafts', '9 files, 0 drafts']),
    );
    const [, , half] = found.find(([step]) => step === 'rename') ?? [];
    expect(await runCliHere(['init'], half)).toMatchObject({ code: 0 });
  });

  it('index leaves the old or the new index.json', async () => {
    const prepare = () => temporaryRegistry([KEY], { 'index.json': INDEX });
    const found = await statesOf({ prepare, command: (folder) => [BUILT_CLI, 'index', folder] }, (folder) => {
      const { version, skills } = json(join(folder, 'index.json'));
      const left = names(folder).filter((name) => name.endsWith('.tmp')).length;
      return `version ${version}, ${skills.length} skills, ${left} left`;
    });
    expectHits(found, ['open', 'writeFile', 'sync', 'rename']);
    expect(new Set(found.map(([, state]) => state))).toEqual(
      new Set(['version 1, 0 skills, 0 left', 'version 1, 0 skills, 1 left', 'version 2, 1 skills, 0 left']),
    );
  });

  it('remove leaves the skill whole or gone, index.json readable, and the way free for the next', {
    tags: 'ci',
  }, async () => {
    const index = { ...INDEX, skills: [{ key: KEY }] };
    const prepare = () => temporaryRegistry([KEY], { 'index.json': index });
    const command = (folder: string) => [BUILT_CLI, 'remove', '--yes', KEY, '-r', folder];
    const found = await statesOf({ prepare, command }, async (folder) => {
      const { skills } = json(join(folder, 'index.json'));
      const contents = (await readSnapshot(folder)).skills.get(KEY)?.contents.length ?? 0;
      expect(await runCliHere(['index', folder])).toMatchObject({ code: 0 });
      return `${contents} files, ${skills.length} entries`;
    });
    expectHits(found, ['rename', 'rmdir', 'rm']);
    expect(new Set(found.map(([, state]) => state))).toEqual(
      new Set(['4 files, 1 entries', '0 files, 1 entries', '0 files, 0 entries']),
    );
  });

  it('validate --fix leaves each file old or new, and after a change a copy of the old file', {
    tags: 'ci',
  }, async () => {
    const prepare = () =>
      temporaryFolder(validSkillFiles(KEY, (skill) => Reflect.deleteProperty(skill.manifest, 'schema')));
    const command = (folder: string) => [
      BUILT_CLI,
      'validate',
      folder,
      '--fix',
      '--backups',
      join(folder, 'copies'),
    ];
    const found = await statesOf({ prepare, command }, (folder) => {
      const file = join(folder, 'skills', KEY, 'skill.json');
      const isNew = json(file).schema === 'skills/v1';
      const [run = ''] = names(join(folder, 'copies'));
      const copy = join(folder, 'copies', run, 'skills', KEY, 'skill.json');
      const hasBackup = existsSync(copy) && json(copy).schema === undefined;
      return isNew ? `new, ${hasBackup ? 'with' : 'without'} the old one` : 'old';
    });
    expectHits(found, ['open', 'writeFile', 'sync', 'rename']);
    expect(new Set(found.map(([, state]) => state))).toEqual(new Set(['old', 'new, with the old one']));
  });

  it('connect leaves the old or the new settings, and after a change a backup of the old settings', async () => {
    const prepare = () => temporaryFolder({ '.cursor/mcp.json': '{"mine": 1}' });
    const command = () => [BUILT_CLI, 'connect', 'cursor', '--write', '--url', 'http://127.0.0.1:8701/mcp'];
    const found = await statesOf({ prepare, command }, async (folder) => {
      const settings = json(join(folder, '.cursor/mcp.json'));
      const left = names(join(folder, '.cursor')).filter((name) => name.endsWith('.tmp')).length;
      return `${settings.mine} ${settings.mcpServers === undefined ? 'old' : 'new'}, ${left} left`;
    });
    expectHits(found, ['open', 'writeFile', 'sync', 'rename']);
    expect(new Set(found.map(([, state]) => state))).toEqual(
      new Set(['1 old, 0 left', '1 old, 1 left', '1 new, 0 left']),
    );
  });

  it('a submission leaves the skill whole or absent, index.json readable, and the way free for the next', {
    tags: 'ci',
  }, async () => {
    const script = await bundle(SUBMIT);
    const prepare = () => temporaryRegistry([KEY], { 'index.json': INDEX, 'submit.mjs': script });
    const command = (folder: string) => [join(folder, 'submit.mjs'), folder];
    const found = await statesOf({ prepare, command }, async (folder) => {
      const { version } = json(join(folder, 'index.json'));
      const contents = (await readSnapshot(folder)).skills.get(NEW_KEY)?.contents.length ?? 0;
      const drafts = names(join(folder, 'skills/.submissions')).filter((name) => name !== 'lock').length;
      const next = { key: 'cpp/next/next', ...validSkill('cpp/next/next'), manifestText: '{}' };
      await storeSubmission(await readSnapshot(folder), next, silentLogger);
      return `${contents} files, index ${version}, ${drafts} drafts`;
    });
    expectHits(found, ['mkdir', 'open', 'writeFile', 'sync', 'rename']);
    expect(new Set(found.map(([, state]) => state))).toEqual(
      new Set([
        '0 files, index 1, 0 drafts',
        '0 files, index 1, 1 drafts',
        '8 files, index 1, 0 drafts',
        '8 files, index 2, 0 drafts',
      ]),
    );
  });
});

const NEW_KEY = 'cpp/redis/hiredis';

/** Stores one skill in the registry that it is given. */
const SUBMIT = `
  import { storeSubmission } from './src-server/registry/disk/store-submission.ts';
  import { silentLogger } from './src-server/contract/service/logger.ts';
  import { readSnapshot } from './test/support/read-snapshot.ts';
  import { validSkill, validSkillFiles } from './test/support/valid-skill.ts';
  const { manifest, files } = validSkill('${NEW_KEY}');
  const submission = { key: '${NEW_KEY}', manifest, files, manifestText: JSON.stringify(manifest) };
  await storeSubmission(await readSnapshot(process.argv[2]), submission, silentLogger);
`;

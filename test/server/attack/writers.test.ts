import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSettingsStore } from '../../../src-main/settings-store.ts';
import { createLinuxLoginItem } from '../../../src-main/start-mode.ts';
import { previewPointer, writePointer } from '../../../src-server/connect/pointers.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { storeSubmission } from '../../../src-server/registry/store-submission.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { fakeConnector, fakeMachine } from '../../support/fake-machine.ts';
import { linksAt } from '../../support/linked-folders.ts';
import { readSnapshot } from '../../support/read-snapshot.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import {
  manifest,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, startTestServer } from '../../support/test-server.ts';
import { validSkill } from '../../support/valid-skill.ts';

const KEY = 'cpp/gabime/spdlog';
const INDEX = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
const NEW_KEY = 'cpp/redis/hiredis';
const PID = 4242;

/** Something that writes: where it starts, which files it writes, and how it is run. */
interface Writer {
  readonly name: string;
  /** A folder that it can write to. */
  readonly prepare: () => string;
  /** Every path below that it writes, moves to, or looks through for something to remove. */
  readonly paths: readonly string[];
  /** A folder among them that is the user's own choice, links included. */
  readonly trusted?: string;
  /** A path that shows that it has done its work. */
  readonly proof: string;
  /** Runs it after `attack` changed the folder; it may fail. */
  readonly run: (folder: string, attack: () => void) => Promise<unknown>;
}

const registry = () => temporaryRegistry([KEY], { 'index.json': INDEX });

const WRITERS: readonly Writer[] = [
  {
    name: 'a submission',
    prepare: registry,
    paths: [
      'skills/.submissions/lock',
      `skills/${NEW_KEY}/skill.json`,
      `skills/${NEW_KEY}/examples/basic.cpp`,
      'index.json',
    ],
    proof: `skills/${NEW_KEY}/skill.json`,
    async run(folder, attack) {
      const snapshot = await readSnapshot(folder);
      attack();
      const { manifest: skill, files } = validSkill(NEW_KEY);
      const submission = { key: NEW_KEY, manifest: skill, manifestText: JSON.stringify(skill), files };
      return storeSubmission(snapshot, submission, silentLogger);
    },
  },
  {
    name: 'skills-registry index',
    prepare: () => temporaryRegistry([KEY]),
    paths: ['skills/.submissions/lock', 'index.json'],
    proof: 'index.json',
    run(folder, attack) {
      attack();
      return runCliHere(['index', folder]);
    },
  },
  {
    name: 'skills-registry remove',
    prepare: registry,
    paths: ['skills/.submissions/lock', `skills/${KEY}/skill.json`, 'index.json'],
    proof: 'index.json',
    run(folder, attack) {
      // After it has looked, when it waits for an answer.
      const ask = async () => {
        attack();
        return 'y';
      };
      return runCliHere(['remove', KEY, '-r', folder], '/', { ask });
    },
  },
  {
    name: 'skills-registry validate --fix',
    prepare: () =>
      temporaryRegistry([KEY], {
        'index.json': INDEX,
        [`skills/${KEY}/skill.json`]: manifest(KEY, { schema: undefined }),
      }),
    paths: ['skills/.submissions/lock', `skills/${KEY}/skill.json`, 'index.json'],
    proof: 'index.json',
    run(folder, attack) {
      attack();
      return runCliHere(['validate', folder, '--fix', '--no-backup']);
    },
  },
  {
    name: 'skills-registry init',
    prepare: () =>
      temporaryFolder({ 'package.json': { name: 'tiny', version: '1.0.0', repository: 'acme/tiny' } }),
    paths: ['.skills/skill.json', '.skills/examples/basic.js'],
    proof: '.skills/skill.json',
    run(folder, attack) {
      attack();
      return runCliHere(['init'], folder);
    },
  },
  {
    name: 'skills-registry init --registry',
    prepare: registry,
    paths: ['skills/.submissions/lock', 'skills/go/acme/tiny/skill.json'],
    proof: 'skills/go/acme/tiny/skill.json',
    run(folder, attack) {
      attack();
      return runCliHere(['init', '-r', folder, '--language', 'go', '--repo', 'acme/tiny'], temporaryFolder());
    },
  },
  {
    name: 'connecting a client',
    prepare: () => temporaryFolder({ '.cursor/mcp.json': '{}' }),
    paths: ['.cursor/mcp.json', '.cursor/mcp.json.skills-registry.bak'],
    proof: '.cursor/mcp.json.skills-registry.bak',
    async run(folder, attack) {
      attack();
      const connector = fakeConnector(fakeMachine({ home: folder }));
      const preview = await connector.preview('cursor');
      return connector.write('cursor', preview.ok ? preview.token : '');
    },
  },
  {
    name: 'the pointer in a project',
    prepare: () => temporaryFolder({ '.junie/guidelines.md': '# Rules\n' }),
    paths: ['.junie/guidelines.md', '.junie/guidelines.md.skills-registry.bak'],
    proof: '.junie/guidelines.md.skills-registry.bak',
    async run(folder, attack) {
      attack();
      const machine = fakeMachine();
      const request = { project: folder, client: 'junie' } as const;
      const preview = await previewPointer(machine, request);
      return writePointer(machine, request, preview.ok ? preview.token : '');
    },
  },
  {
    name: 'the discovery file',
    prepare: () => temporaryFolder(),
    paths: [`servers/${PID}.json`],
    proof: `servers/${PID}.json`,
    run(folder, attack) {
      attack();
      return writeDiscoveryFile(folder, discoveryFile({ pid: PID }));
    },
  },
  {
    name: 'the settings of the desktop app',
    prepare: () => temporaryFolder(),
    paths: ['settings.json'],
    proof: 'settings.json',
    async run(folder, attack) {
      const store = openSettingsStore(join(folder, 'settings.json'), silentLogger);
      attack();
      store.update({ port: 9000 });
      return store.settled();
    },
  },
  {
    name: 'the login item',
    prepare: () => temporaryFolder(),
    paths: ['skills.desktop'],
    proof: 'autostart/skills.desktop',
    run(folder, attack) {
      attack();
      return createLinuxLoginItem({
        configHome: folder,
        desktopFileName: 'skills.desktop',
        appName: 'Skills Registry',
        executable: '/app',
      }).set(true);
    },
  },
];

describe.each(WRITERS)('$name', ({ prepare, paths, trusted, proof, run }) => {
  it('writes where no link is in its way', async () => {
    const folder = prepare();
    const before = existsSync(join(folder, proof));
    await run(folder, () => {});
    expect([before && !proof.endsWith('index.json'), existsSync(join(folder, proof))]).toEqual([false, true]);
  });

  it.each(linksAt(paths, trusted).map((link) => [link.name, link] as const))(
    'harms nobody where %s',
    async (_name, { plant }) => {
      const folder = prepare();
      let look: () => unknown = () => undefined;
      let before: unknown;
      await run(folder, () => {
        look = plant(folder).look;
        before = look();
      }).catch(() => {});
      expect(before).toBeDefined();
      expect(look()).toEqual(before);
    },
  );
});

describe('an index.json that is a link', () => {
  it('is refused with a sentence and a code by skills-registry index', async () => {
    const outside = temporaryFolder({ '.bashrc': 'alias ll="ls -l"\n' });
    const folder = temporaryRegistry([KEY]);
    symlinkSync(join(outside, '.bashrc'), join(folder, 'index.json'));
    expect(await runCliHere(['index', folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is a link'),
    });
    expect(readFileSync(join(outside, '.bashrc'), 'utf8')).toBe('alias ll="ls -l"\n');
  });

  it('is refused even where it stays inside', async () => {
    const folder = temporaryRegistry([KEY], { 'real.json': INDEX });
    symlinkSync('real.json', join(folder, 'index.json'));
    expect(await runCliHere(['index', folder])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is a link'),
    });
    expect(JSON.parse(readFileSync(join(folder, 'real.json'), 'utf8'))).toEqual(INDEX);
  });
});

describe('POST /v1/skills', () => {
  it('removes no file behind a linked folder of drafts', async () => {
    const victim = temporaryFolder({ 'thesis.md': 'years of work', 'sub/photo.txt': 'dear' });
    const longAgo = new Date(Date.now() - 7_200_000);
    for (const name of readdirSync(victim)) utimesSync(join(victim, name), longAgo, longAgo);
    const folder = temporaryRegistry([KEY]);
    symlinkSync(victim, join(folder, 'skills/.submissions'));
    const server = await startTestServer(folder, { allowSubmit: true });
    const { manifest: skill, files } = validSkill(NEW_KEY);
    const answer = await ask(`${server.url}/v1/skills`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ skill, files }),
    });
    expect(answer.status).toBe(500);
    expect(answer.json<{ error: string }>().error).toContain('is a link');
    expect(readdirSync(victim).sort()).toEqual(['sub', 'thesis.md']);
  });

  it('takes one of many names that differ in case only', async () => {
    const folder = temporaryRegistry([KEY]);
    const server = await startTestServer(folder, { allowSubmit: true });
    const authors = ['Acme', 'acme', 'ACME', 'aCme', 'acMe'];
    const answers = await Promise.all(
      authors.map((author) => {
        const { manifest: skill, files } = validSkill(`cpp/${author}/racer`);
        const options = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
        return ask(`${server.url}/v1/skills`, { ...options, body: JSON.stringify({ skill, files }) });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(readdirSync(join(folder, 'skills/cpp')).filter((name) => /acme/i.test(name))).toHaveLength(1);
  });

  it.each([
    ['broken', { 'skill.json': '{ broken' }],
    ['without a skill.json', { 'overview.md': '# Overview' }],
  ])('takes no place of a folder that is not served: %s', async (_what, files) => {
    const folder = temporaryRegistry([KEY]);
    writeFiles(join(folder, 'skills/cpp/REDIS/HiRedis'), files);
    const { manifest: skill, files: texts } = validSkill(NEW_KEY);
    const submission = { key: NEW_KEY, manifest: skill, manifestText: JSON.stringify(skill), files: texts };
    await expect(storeSubmission(await readSnapshot(folder), submission, silentLogger)).rejects.toMatchObject(
      { code: 'skill_exists' },
    );
    expect(readdirSync(join(folder, 'skills/cpp')).sort()).toEqual(['REDIS', 'gabime']);
  });
});

describe('settings of an IDE that are a link', () => {
  const linkTo = (target: string, place = fakeMachine()) => {
    mkdirSync(join(place.home, '.cursor'));
    symlinkSync(target, join(place.home, '.cursor/mcp.json'));
    return { place, connector: fakeConnector(place) };
  };

  it('are written where the link ends inside of the home folder, which is shown', async () => {
    const place = fakeMachine();
    writeFiles(place.home, { 'dotfiles/cursor.json': '{}' });
    const { connector } = linkTo('../dotfiles/cursor.json', place);
    const preview = await connector.preview('cursor');
    expect(preview).toMatchObject({ ok: true, file: join(place.home, 'dotfiles/cursor.json') });
    expect(await connector.write('cursor', preview.ok ? preview.token : '')).toMatchObject({ ok: true });
    expect(readFileSync(join(place.home, 'dotfiles/cursor.json'), 'utf8')).toContain('8701');
  });

  it.each(['a file', 'a folder above it'])(
    'are refused where %s is outside, with a sentence',
    async (what) => {
      const outside = temporaryFolder({ 'mcp.json': '{}' });
      const place = fakeMachine();
      if (what === 'a file') linkTo(join(outside, 'mcp.json'), place);
      else symlinkSync(outside, join(place.home, '.cursor'));
      const connector = fakeConnector(place);
      expect(await connector.preview('cursor')).toMatchObject({
        ok: false,
        reason: expect.stringContaining('out of your home folder'),
      });
      expect(await connector.write('cursor', '')).toMatchObject({ ok: false });
      expect(readFileSync(join(outside, 'mcp.json'), 'utf8')).toBe('{}');
    },
  );
});

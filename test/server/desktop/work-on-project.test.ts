import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { workOnProject } from '../../../src-server/desktop/work-on-project.ts';
import { listening } from '../../support/listening.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { isolateUserFolders, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

beforeEach(() => isolateUserFolders());

const TOKIO = 'rust/tokio-rs/tokio';
const PROJECT = {
  'Cargo.toml': '[package]\nname = "app"\n[dependencies]\ntokio = "=1.2.3"\nserde = "=1.0.0"\n',
  'AGENTS.md': '# Rules\n\nBe kind.\n',
};

async function serve(): Promise<string> {
  const skill = skillFiles(`skills/${TOKIO}`, TOKIO, { extensions: { crates_io: { name: 'tokio' } } });
  const { url } = await startTestServer(temporaryFolder(skill));
  return url;
}

async function planOf(
  folder: string,
  service: string,
  indexOnly: boolean | null = null,
): Promise<SyncPreview> {
  const result = await workOnProject({ do: 'plan', folder, service, indexOnly });
  if (result.done !== 'plan') throw new Error(JSON.stringify(result));
  return result.plan;
}

describe('reading a project', () => {
  it('answers with the project', async () => {
    const result = await workOnProject({ do: 'read', folder: temporaryFolder(PROJECT) });
    expect(result).toMatchObject({ done: 'read', project: { isProject: true } });
  });

  it.each([
    ['a folder without manifests', () => temporaryFolder({ 'a.txt': '' }), /holds no project: there is no/],
    ['the home folder', homedir, /holds the home folder/],
    ['a folder that is gone', () => '/gone/away', /is not a folder that can be read/],
  ])('refuses %s', async (_what, folder, message) => {
    const result = await workOnProject({ do: 'read', folder: folder() });
    expect(result).toMatchObject({ done: 'refused', message: expect.stringMatching(message) });
  });
});

describe('writing skills into a project', () => {
  it('writes what was shown, and is level then', async () => {
    const [folder, service] = [temporaryFolder(PROJECT), await serve()];
    const plan = await planOf(folder, service);
    expect(plan).toMatchObject({ isUpToDate: false, indexOnly: false, writtenAt: null });
    expect(plan.changes[0]).toMatchObject({ path: 'AGENTS.md', action: 'replace' });
    expect(plan.changes[0]?.diff).toContainEqual({ kind: 'same', text: 'Be kind.' });
    expect(readdirSync(folder).sort()).toEqual(['AGENTS.md', 'Cargo.toml']);
    const { token } = plan;
    const written = await workOnProject({ do: 'write', folder, service, indexOnly: false, token });
    expect(written).toEqual({ done: 'written', message: `Written to ${folder}.` });
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toMatch(/^# Rules\n\nBe kind\.\n/);
    expect(existsSync(join(folder, '.agents/skills/rust-tokio-rs-tokio/SKILL.md'))).toBe(true);
    expect(await planOf(folder, service)).toMatchObject({
      ...{ isUpToDate: true, indexOnly: false, changes: [], writtenAt: expect.any(Number) },
    });
  });

  it('keeps to the list alone where that was written last', async () => {
    const [folder, service] = [temporaryFolder(PROJECT), await serve()];
    const { token } = await planOf(folder, service, true);
    await workOnProject({ do: 'write', folder, service, indexOnly: true, token });
    expect(existsSync(join(folder, '.agents/skills'))).toBe(false);
    expect(await planOf(folder, service)).toMatchObject({ isUpToDate: true, indexOnly: true });
  });

  it('writes nothing where the project is another one by now', async () => {
    const [folder, service] = [temporaryFolder(PROJECT), await serve()];
    const { token } = await planOf(folder, service);
    writeFileSync(join(folder, 'AGENTS.md'), '# Other rules\n');
    const result = await workOnProject({ do: 'write', folder, service, indexOnly: false, token });
    expect(result).toMatchObject({
      done: 'refused',
      message: expect.stringContaining('Nothing was written'),
    });
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('# Other rules\n');
    rmSync(join(folder, 'AGENTS.md'));
    symlinkSync('/etc/hostname', join(folder, 'AGENTS.md'));
    expect((await planOf(folder, service)).changes[0]).toMatchObject({ path: 'AGENTS.md', action: 'keep' });
  });

  it('writes nothing into another folder than the change was shown for', async () => {
    const [shown, other, service] = [temporaryFolder(PROJECT), temporaryFolder(PROJECT), await serve()];
    const { token } = await planOf(shown, service);
    const result = await workOnProject({ do: 'write', folder: other, service, indexOnly: false, token });
    expect(result).toMatchObject({ done: 'refused' });
    expect(readdirSync(other).sort()).toEqual(['AGENTS.md', 'Cargo.toml']);
  });

  it('writes nothing where the folder was replaced by a link to another one', unless(onWindows), async () => {
    const [parent, other, service] = [temporaryFolder(), temporaryFolder(PROJECT), await serve()];
    const folder = join(parent, 'app');
    cpSync(other, folder, { recursive: true });
    const { token } = await planOf(folder, service);
    rmSync(folder, { recursive: true, force: true });
    symlinkSync(other, folder);
    const result = await workOnProject({ do: 'write', folder, service, indexOnly: false, token });
    expect(result).toMatchObject({ done: 'refused' });
    expect(readdirSync(other).sort()).toEqual(['AGENTS.md', 'Cargo.toml']);
  });

  it('says that the folder can’t be read where it goes away meanwhile', async () => {
    const folder = temporaryFolder(PROJECT);
    const service = createServer((_request, response) => {
      rmSync(folder, { recursive: true, force: true });
      response.end(JSON.stringify({ registry: { path: '/registry' } }));
    });
    const { url } = await listening(service);
    const result = await workOnProject({ do: 'plan', folder, service: url, indexOnly: null });
    expect(result).toEqual({ done: 'refused', message: `${folder} is not a folder that can be read.` });
  });

  it('says so where the service does not answer', async () => {
    const folder = temporaryFolder(PROJECT);
    const result = await workOnProject({
      do: 'plan',
      folder,
      service: 'http://127.0.0.1:9',
      indexOnly: null,
    });
    expect(result).toMatchObject({ done: 'refused', message: expect.stringContaining('does not answer') });
  });
});

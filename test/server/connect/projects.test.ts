import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChangeRecord, recordsFolder } from '../../../src-server/connect/change-records.ts';
import { kindAt, type LookAtPath } from '../../../src-server/connect/path-looks.ts';
import { connectedInProjects } from '../../../src-server/connect/projects.ts';
import { fakePlace, TARGET } from '../../support/fake-place.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const ENTRY = JSON.stringify({ mcpServers: { 'skills-registry': { url: TARGET.mcpUrl } } });

function connectedIn(place: ReturnType<typeof fakePlace>, project: string, look: LookAtPath = kindAt) {
  return connectedInProjects({
    place,
    target: TARGET,
    look,
    dataFolder: join(place.home, '.data'),
    folders: [project],
  });
}

it('knows the clients that a project’s settings connect, and those whose settings nobody understands', async () => {
  const project = temporaryFolder();
  mkdirSync(join(project, '.cursor'));
  writeFileSync(join(project, '.cursor', 'mcp.json'), ENTRY);
  writeFileSync(join(project, '.mcp.json'), '{');
  expect(await connectedIn(fakePlace(), project)).toEqual(
    new Set(['cursor', 'claude-code', 'visual-studio']),
  );
});

it('takes no entry of the user’s own for one of a project', async () => {
  const place = fakePlace();
  const project = temporaryFolder();
  mkdirSync(join(place.home, '.claude'));
  writeFileSync(join(place.home, '.claude', 'settings.json'), ENTRY);
  writeFileSync(join(project, '.mcp.json'), '{ "mcpServers": {} }');
  expect(await connectedIn(place, project)).toEqual(new Set());
});

it('counts those whose settings in a project can’t be looked at in time', async () => {
  const project = temporaryFolder();
  const settings = join(project, '.cursor', 'mcp.json');
  const hung: LookAtPath = async (path) => (path === settings ? undefined : kindAt(path));
  expect(await connectedIn(fakePlace(), project, hung)).toEqual(new Set(['cursor']));
});

it('counts those whose project doesn’t answer, which is asked once', async () => {
  const project = temporaryFolder();
  const asked: string[] = [];
  const hung: LookAtPath = async (path) => void asked.push(path);
  expect((await connectedIn(fakePlace(), project, hung)).size).toBeGreaterThan(1);
  expect(new Set(asked)).toEqual(new Set([project]));
});

describe('where other disks hang, so that nothing more is looked at', () => {
  const unlooked: LookAtPath = async () => 'not-looked-at';

  it('says nothing of a project that is only named', async () => {
    expect(await connectedIn(fakePlace(), temporaryFolder(), unlooked)).toEqual(new Set());
  });

  it('takes settings that we wrote into for there', async () => {
    const place = fakePlace();
    const file = join(temporaryFolder(), '.cursor', 'mcp.json');
    const record: ChangeRecord = { file, target: file, before: null, after: ENTRY, at: '' };
    const records = recordsFolder(join(place.home, '.data'));
    mkdirSync(records, { recursive: true });
    writeFileSync(join(records, 'cursor-2026-11-22.json'), JSON.stringify(record));
    expect(await connectedIn(place, temporaryFolder(), unlooked)).toEqual(new Set(['cursor']));
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChangeRecord, recordsFolder } from '../../../src-server/connect/change-records.ts';
import { type InspectPath, kindAt } from '../../../src-server/connect/path-inspector.ts';
import { connectedInProjects } from '../../../src-server/connect/projects.ts';
import { fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const ENTRY = JSON.stringify({ mcpServers: { 'skills-registry': { url: TARGET.mcpUrl } } });

function connectedIn(machine: ReturnType<typeof fakeMachine>, project: string, look: InspectPath = kindAt) {
  return connectedInProjects({
    machine,
    target: TARGET,
    look,
    dataFolder: join(machine.home, '.data'),
    folders: [project],
  });
}

it('knows the clients that a project’s settings connect, and those whose settings nobody understands', async () => {
  const project = temporaryFolder();
  mkdirSync(join(project, '.cursor'));
  writeFileSync(join(project, '.cursor', 'mcp.json'), ENTRY);
  writeFileSync(join(project, '.mcp.json'), '{');
  expect(await connectedIn(fakeMachine(), project)).toEqual(
    new Set(['cursor', 'claude-code', 'visual-studio']),
  );
});

it('takes no entry of the user’s own for one of a project', async () => {
  const machine = fakeMachine();
  const project = temporaryFolder();
  mkdirSync(join(machine.home, '.claude'));
  writeFileSync(join(machine.home, '.claude', 'settings.json'), ENTRY);
  writeFileSync(join(project, '.mcp.json'), '{ "mcpServers": {} }');
  expect(await connectedIn(machine, project)).toEqual(new Set());
});

it('counts those whose settings in a project can’t be looked at in time', async () => {
  const project = temporaryFolder();
  const settings = join(project, '.cursor', 'mcp.json');
  const hung: InspectPath = async (path) => (path === settings ? undefined : kindAt(path));
  expect(await connectedIn(fakeMachine(), project, hung)).toEqual(new Set(['cursor']));
});

it('counts those whose project doesn’t answer, which is asked once', async () => {
  const project = temporaryFolder();
  const asked: string[] = [];
  const hung: InspectPath = async (path) => void asked.push(path);
  expect((await connectedIn(fakeMachine(), project, hung)).size).toBeGreaterThan(1);
  expect(new Set(asked)).toEqual(new Set([project]));
});

describe('where other disks hang, so that nothing more is looked at', () => {
  const unlooked: InspectPath = async () => 'not-inspected';

  it('says nothing of a project that is only named', async () => {
    expect(await connectedIn(fakeMachine(), temporaryFolder(), unlooked)).toEqual(new Set());
  });

  it('takes settings that we wrote into for there', async () => {
    const machine = fakeMachine();
    const file = join(temporaryFolder(), '.cursor', 'mcp.json');
    const record: ChangeRecord = { file, target: file, before: null, after: ENTRY, at: '' };
    const records = recordsFolder(join(machine.home, '.data'));
    mkdirSync(records, { recursive: true });
    writeFileSync(join(records, 'cursor-2026-11-22.json'), JSON.stringify(record));
    expect(await connectedIn(machine, temporaryFolder(), unlooked)).toEqual(new Set(['cursor']));
  });
});

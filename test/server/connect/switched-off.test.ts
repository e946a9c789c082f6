/** Servers of a project that Claude Code's own settings switch off: an entry for them reaches nobody. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from '../../../src-server/connect/doctor.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const ENTRY = { mcpServers: { 'skills-registry': { type: 'http', url: TARGET.mcpUrl } } };
const LOCAL = '.claude/settings.local.json';
const SHARED = '.claude/settings.json';
const OFF = { disabledMcpjsonServers: ['other', 'skills-registry'] };

function write(folder: string, path: string, settings: unknown): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

/** Claude Code by the settings of a project, and of the user's home folder. */
function claudeIn(files: Readonly<Record<string, unknown>>, home: Readonly<Record<string, unknown>> = {}) {
  const machine = fakeMachine();
  const project = temporaryFolder();
  write(project, '.mcp.json', ENTRY);
  for (const [path, settings] of Object.entries(files)) write(project, path, settings);
  for (const [path, settings] of Object.entries(home)) write(machine.home, path, settings);
  const connector = fakeConnector(machine);
  return { machine, project, connector, state: () => connector.state('claude-code', { project }) };
}

describe('an entry in a project, of Claude Code,', () => {
  it.each<[where: string, files: Record<string, unknown>, home: Record<string, unknown>]>([
    ['the project for its user', { [LOCAL]: OFF }, {}],
    ['the project for everybody', { [SHARED]: OFF }, {}],
    ['the user', {}, { [SHARED]: OFF }],
    [
      'one file, though others enable it',
      { [LOCAL]: { enabledMcpjsonServers: ['skills-registry'] }, [SHARED]: OFF },
      { [SHARED]: { enableAllProjectMcpServers: true } },
    ],
    ['a file with comments', { [LOCAL]: `// mine\n${JSON.stringify(OFF)}` }, {}],
  ])('is switched off by the settings of %s', async (_, files, home) => {
    const { connection } = await claudeIn(files, home).state();
    expect(connection).toMatchObject({ state: 'broken', faults: [{ kind: 'disabled' }] });
    expect(JSON.stringify(connection)).toContain('names “skills-registry”. Take the name out there.');
  });

  it.each<[what: string, files: Record<string, unknown>]>([
    ['other servers are switched off', { [LOCAL]: { disabledMcpjsonServers: ['other'] } }],
    ['only others are enabled by name', { [LOCAL]: { enabledMcpjsonServers: ['other'] } }],
    ['all are enabled', { [SHARED]: { enableAllProjectMcpServers: true } }],
    ['the list is none', { [SHARED]: { disabledMcpjsonServers: 'skills-registry' } }],
    ['the settings are no object', { [SHARED]: '[]', [LOCAL]: '{' }],
  ])('is connected where %s', async (_, files) => {
    expect((await claudeIn(files).state()).connection.state).toBe('connected');
  });

  it('is not what the switch of a project means, where it stands in the settings of the user', async () => {
    const { connector } = claudeIn({}, { [SHARED]: OFF, '.claude.json': ENTRY });
    expect((await connector.state('claude-code')).connection.state).toBe('connected');
  });

  it('is named by doctor, with the file that switches it off', async () => {
    const { machine, project, state } = claudeIn({ [LOCAL]: OFF });
    const found = await examine(
      {
        ...{ machine, target: TARGET, clients: [], silent: [], away: [] },
        inFolder: [await state()],
        probe: async () => 'ours',
        tryHook: async () => 'answered',
        findPortOwner: async () => undefined,
        cliLine: (args) => args.join(' '),
      },
      project,
    );
    expect(found.find(({ kind }) => kind === 'wrong-entry')).toMatchObject({
      severity: 'warning',
      client: 'claude-code',
      title: expect.stringContaining(join(project, LOCAL)),
    });
  });
});

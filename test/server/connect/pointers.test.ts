import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandPath, type Machine } from '../../../src-server/connect/machine.ts';
import {
  POINTER_PLACES,
  type PointerRequest,
  previewPointer,
  writePointer,
} from '../../../src-server/connect/pointers.ts';
import {
  MCP_CLIENT_IDS,
  type McpClientId,
  POINTER_LINES,
} from '../../../src-server/contract/clients/clients.ts';
import { blockMarks, findBlock, removeBlock, setBlock } from '../../../src-server/platform/changed-lines.ts';
import { fakeMachine } from '../../support/fake-machine.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const BLOCK = `${POINTER_LINES.join('\n')}\n`;
const RULES = '# Rules\n\nBe kind.\n';

/** What a person does: look at the difference, then write it. */
async function change(machine: Machine, request: PointerRequest, action: 'add' | 'remove' = 'add') {
  const wish = { ...request, remove: action === 'remove' };
  const preview = await previewPointer(machine, wish);
  if (!preview.ok) return { ok: false, message: preview.reason };
  return writePointer(machine, wish, preview.token);
}

function inProject(project: string, client?: McpClientId): PointerRequest {
  return { project, ...(client && { client }) };
}

describe('the pointer for all projects of a user', () => {
  it.each([
    ['claude-code', '.claude/CLAUDE.md'],
    ['codex', '.codex/AGENTS.md'],
    ['gemini-cli', '.gemini/GEMINI.md'],
    ['qwen-code', '.qwen/QWEN.md'],
    ['opencode', '.config/opencode/AGENTS.md'],
    ['goose', '.config/goose/AGENTS.md'],
  ] as const)('goes into the file that %s always reads: %s', async (client, path) => {
    const machine = fakeMachine();
    expect(await change(machine, { client })).toMatchObject({ ok: true });
    expect(readFileSync(join(machine.home, path), 'utf8')).toBe(BLOCK);
    expect(statSync(join(machine.home, path)).mode & 0o777).toBe(0o600);
  });

  it('goes to where the environment says that the client keeps its files', async () => {
    const machine = fakeMachine();
    const env = { CODEX_HOME: join(machine.home, 'codex'), CLAUDE_CONFIG_DIR: join(machine.home, 'claude') };
    await change({ ...machine, env }, { client: 'codex' });
    await change({ ...machine, env }, { client: 'claude-code' });
    expect(existsSync(join(machine.home, 'codex', 'AGENTS.md'))).toBe(true);
    expect(existsSync(join(machine.home, 'claude', 'CLAUDE.md'))).toBe(true);
  });

  it('hides no file of another client that is read where there is none of its own', async () => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.claude'));
    writeFileSync(join(machine.home, '.claude', 'CLAUDE.md'), RULES);
    await change(machine, { client: 'opencode' });
    expect(readFileSync(join(machine.home, '.claude', 'CLAUDE.md'), 'utf8')).toContain(BLOCK);
    expect(existsSync(join(machine.home, '.config', 'opencode'))).toBe(false);
  });

  it('goes into the file that wins where a client has one that takes another’s place', async () => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.codex'));
    writeFileSync(join(machine.home, '.codex', 'AGENTS.override.md'), RULES);
    await change(machine, { client: 'codex' });
    expect(readdirSync(join(machine.home, '.codex'))).toEqual([
      'AGENTS.override.md',
      'AGENTS.override.md.skills-registry.bak',
    ]);
  });

  it.each([
    ['cursor', 'User Rules'],
    ['junie', 'put the block into a project'],
    ['jetbrains', 'AI Assistant, Rules'],
    ['claude-desktop', 'has no file of rules that we know of'],
  ] as const)('is a sentence where %s reads no such file', async (client, part) => {
    const result = await change(fakeMachine(), { client });
    expect(result).toEqual({ ok: false, message: expect.stringContaining(part) });
  });
});

describe('the pointer in a project', () => {
  it.each([
    ['claude-code', { 'CLAUDE.md': RULES, 'AGENTS.md': RULES }, 'CLAUDE.md'],
    ['claude-code', { '.claude/CLAUDE.md': RULES }, '.claude/CLAUDE.md'],
    ['claude-code', {}, 'AGENTS.md'],
    ['zed', { '.rules': RULES, 'AGENTS.md': RULES }, '.rules'],
    ['zed', { 'CLAUDE.md': RULES }, 'CLAUDE.md'],
    ['zed', { '.clinerules/mine.md': RULES }, 'AGENTS.md'],
    ['vscode', { '.github/copilot-instructions.md': RULES }, '.github/copilot-instructions.md'],
    ['gemini-cli', { 'AGENTS.md': RULES }, 'GEMINI.md'],
    ['junie', {}, '.junie/guidelines.md'],
    ['warp', { 'WARP.md': RULES, 'AGENTS.md': RULES }, 'WARP.md'],
    ['visual-studio', {}, '.github/copilot-instructions.md'],
    [undefined, { 'CLAUDE.md': RULES }, 'CLAUDE.md'],
    [undefined, {}, 'AGENTS.md'],
  ] as const)('of %s that has %j goes into %s, and hides no other file', async (client, files, path) => {
    const machine = fakeMachine();
    const folder = temporaryFolder(files);
    mkdirSync(folder, { recursive: true });
    expect(await change(machine, inProject(folder, client))).toMatchObject({ ok: true });
    expect(readFileSync(join(folder, path), 'utf8')).toContain(BLOCK);
    for (const other of Object.keys(files).filter((name) => name !== path))
      expect(readFileSync(join(folder, other), 'utf8')).toBe(RULES);
  });

  it('can be read by whoever works on it', async () => {
    const folder = temporaryFolder({ 'main.c': '' });
    await change(fakeMachine(), inProject(folder));
    expect(statSync(join(folder, 'AGENTS.md')).mode & 0o444).toBe(0o444 & ~process.umask());
  });

  it('is brought up to date in the file that has it, not put into another one', async () => {
    const folder = temporaryFolder({
      'CLAUDE.md': RULES,
      'AGENTS.md': BLOCK.replace('task in words', 'words'),
    });
    await change(fakeMachine(), inProject(folder, 'claude-code'));
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe(BLOCK);
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe(RULES);
  });

  it('is not written through a link of the project, wherever that leads', async () => {
    const hook = '#!/bin/sh\n';
    const folder = temporaryFolder({ '.git/hooks/pre-commit': hook });
    symlinkSync('.git/hooks/pre-commit', join(folder, 'AGENTS.md'));
    expect(await change(fakeMachine(), inProject(folder))).toEqual({
      ok: false,
      message: `${join(folder, 'AGENTS.md')} is a link to ${join(folder, '.git', 'hooks', 'pre-commit')}, and links of a project are not followed. Paste the block yourself.`,
    });
    expect(readFileSync(join(folder, '.git', 'hooks', 'pre-commit'), 'utf8')).toBe(hook);
  });

  it('is a sentence where there is no such folder', async () => {
    const folder = join(temporaryFolder(), 'gone');
    expect(await change(fakeMachine(), inProject(folder))).toEqual({
      ok: false,
      message: `${folder} is no folder.`,
    });
    expect(existsSync(folder)).toBe(false);
  });
});

describe('hostile and odd files', () => {
  it.each([
    ['two blocks', BLOCK + BLOCK, 'no pair'],
    ['half a block', BLOCK.slice(0, 200), 'no pair'],
  ])('with %s are left alone, with a sentence', async (_what, text, part) => {
    const folder = temporaryFolder({ 'AGENTS.md': text });
    for (const action of ['add', 'remove'] as const) {
      const result = await change(fakeMachine(), inProject(folder), action);
      expect(result).toEqual({ ok: false, message: expect.stringContaining(part) });
    }
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe(text);
  });

  it.each(['add', 'remove'] as const)(
    'that are links out of the project keep what is behind them: %s',
    async (action) => {
      const elsewhere = temporaryFolder({ 'secret.md': BLOCK });
      const folder = temporaryFolder({ 'main.c': '' });
      symlinkSync(join(elsewhere, 'secret.md'), join(folder, 'AGENTS.md'));
      const result = await change(fakeMachine(), inProject(folder), action);
      expect(result).toEqual({
        ok: false,
        message: expect.stringContaining('links of a project are not followed'),
      });
      expect(readFileSync(join(elsewhere, 'secret.md'), 'utf8')).toBe(BLOCK);
    },
  );

  it('that are links out of the home folder keep what is behind them', async () => {
    const elsewhere = temporaryFolder({ 'CLAUDE.md': RULES });
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.claude'));
    symlinkSync(join(elsewhere, 'CLAUDE.md'), join(machine.home, '.claude', 'CLAUDE.md'));
    const result = await change(machine, { client: 'claude-code' });
    expect(result).toEqual({ ok: false, message: expect.stringContaining('out of your home folder') });
    expect(readFileSync(join(elsewhere, 'CLAUDE.md'), 'utf8')).toBe(RULES);
  });

  it('that are no UTF-8, or folders, are a sentence', async () => {
    const folder = temporaryFolder({ 'main.c': '' });
    mkdirSync(join(folder, 'AGENTS.md'));
    expect(await change(fakeMachine(), inProject(folder))).toMatchObject({ ok: false });
    const latin = temporaryFolder({ 'main.c': '' });
    writeFileSync(join(latin, 'AGENTS.md'), Buffer.from([0xe9, 0x0a]));
    expect(await change(fakeMachine(), inProject(latin))).toEqual({
      ok: false,
      message: expect.stringContaining('not UTF-8'),
    });
  });
});

describe('taking the pointer out', () => {
  it('gives back the file as it was, and keeps what it said in a backup', async () => {
    const machine = fakeMachine();
    const folder = temporaryFolder({ 'AGENTS.md': '# Rules\r\nBe kind.' });
    await change(machine, inProject(folder));
    const { message } = await change(machine, inProject(folder), 'remove');
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe('# Rules\r\nBe kind.');
    expect(message).toContain('AGENTS.md.skills-registry.bak');
    expect(readFileSync(join(folder, 'AGENTS.md.skills-registry.bak'), 'utf8')).toContain('get_skill');
  });

  it('removes a file that says nothing else', async () => {
    const machine = fakeMachine();
    const folder = temporaryFolder({ 'main.c': '' });
    await change(machine, inProject(folder));
    const preview = await previewPointer(machine, { project: folder, remove: true });
    expect(preview).toMatchObject({ exists: true, isRemoved: true });
    const { message } = await change(machine, inProject(folder), 'remove');
    expect(readdirSync(folder)).toEqual(['main.c']);
    expect(message).toBe(`Removed ${join(folder, 'AGENTS.md')}, which says nothing else.`);
  });

  it('keeps a file that was made for it where somebody has written to it since', async () => {
    const machine = fakeMachine();
    const folder = temporaryFolder({ 'main.c': '' });
    const file = join(folder, 'AGENTS.md');
    await change(machine, inProject(folder));
    writeFileSync(file, `${BLOCK}\n${RULES}`);
    await change(machine, inProject(folder), 'remove');
    expect(readFileSync(file, 'utf8')).toContain(RULES);
  });

  it('makes no file where there is none', async () => {
    const folder = temporaryFolder({ 'main.c': '' });
    await change(fakeMachine(), inProject(folder), 'remove');
    expect(readdirSync(folder)).toEqual(['main.c']);
  });

  it('does only what was shown', async () => {
    const machine = fakeMachine();
    const folder = temporaryFolder({ 'AGENTS.md': BLOCK });
    const preview = await previewPointer(machine, { project: folder, remove: true });
    const changed = BLOCK.replace('Library skills', 'My own words');
    writeFileSync(join(folder, 'AGENTS.md'), changed);
    const token = preview.ok ? preview.token : '';
    expect(await writePointer(machine, { project: folder, remove: true }, token)).toMatchObject({
      ok: false,
    });
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe(changed);
  });
});

describe('the block', () => {
  const BARE = POINTER_LINES.join('\n');

  it('is under a kilobyte, names no address, one call and what it costs', () => {
    expect(Buffer.byteLength(BARE)).toBeLessThan(1_000);
    expect(BARE).not.toMatch(/https?:|\d{4}/);
    expect(BARE.match(/`[a-z]+_[a-z]+`/g)).toEqual(['`get_skill`']);
    for (const word of ['Before you write', 'even if you think you know it', 'tokens'])
      expect(BARE).toContain(word);
  });

  it.each([
    ['# Rules\n', `# Rules\n\n${BARE}\n`],
    ['# Rules\r\n', `# Rules\r\n\r\n${POINTER_LINES.join('\r\n')}\r\n`],
    [`# Rules\n\n${BARE.replace('Ask once', 'Ask twice')}\n\nMore.`, `# Rules\n\n${BARE}\n\nMore.`],
  ])('goes to the end of %j, or stays where it stands', async (before, after) => {
    const folder = temporaryFolder({ 'AGENTS.md': before });
    await change(fakeMachine(), inProject(folder));
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toBe(after);
  });
});

describe('the block in a text', () => {
  const marks = blockMarks();
  const lines = fc.array(
    fc
      .oneof(
        fc.constantFrom('', '# Rules', '<!-- other:start -->', 'skills-registry:start', '\r'),
        fc.string(),
      )
      .chain((line) => fc.constantFrom('\n', '\r\n', '\r', '').map((eol) => line + eol)),
  );
  const texts = fc
    .tuple(fc.constantFrom('', '\uFEFF'), lines)
    .map(([bom, all]) => bom + all.join(''))
    .filter((text) => findBlock(text, marks).state === 'absent');

  it('that is added is there once, keeps the text in front, and leaves the same bytes', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const added = setBlock(text, marks, POINTER_LINES);
        const after = added.ok ? added.text : '';
        expect(after.startsWith(text)).toBe(true);
        expect(setBlock(after, marks, POINTER_LINES)).toEqual(added);
        expect(removeBlock(after, marks)).toEqual({ ok: true, text });
      }),
    );
  });

  it.each([
    [`${BLOCK}More.\n`, 'More.\n'],
    [`# Rules\n\n${BLOCK}\nMore.\n`, '# Rules\n\nMore.\n'],
  ])('leaves no trace in %j', (text, left) => {
    expect(removeBlock(text, marks)).toEqual({ ok: true, text: left });
  });
});

describe('the places of the pointer', () => {
  it('are known for every client but those that have none, or say nothing of it', () => {
    const without = MCP_CLIENT_IDS.filter((id) => POINTER_PLACES[id] === undefined);
    expect(without.toSorted()).toEqual(['claude-desktop', 'continue', 'jetbrains-air', 'lm-studio']);
  });

  it('are inside of the home folder, or where Windows has a client’s settings', async () => {
    const windows = fakeMachine({ platform: 'win32', env: { APPDATA: '/roaming' } });
    const files = Object.values(POINTER_PLACES).flatMap(({ user = [] }) => user);
    const there = (machine: Machine) => files.flatMap((file) => expandPath(file, machine) ?? []);
    expect(there(windows)).toContain(join('/roaming', 'Zed', 'AGENTS.md'));
    for (const machine of [windows, fakeMachine()])
      for (const file of there(machine))
        expect(file.startsWith(machine.home) || file.startsWith('/roaming')).toBe(true);
  });
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POINTER_LINES } from '../../../src-server/contract/clients/pointer.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';

const WORDS = ['connect', 'cursor', '--pointer', '--scope', 'project'];
const WRITE = [...WORDS, '--write'];

function project(): { readonly userFolder: string; readonly file: string } {
  const userFolder = temporaryUserFolder();
  return { userFolder, file: join(userFolder, 'AGENTS.md') };
}

describe('skills-registry connect --pointer', () => {
  it('shows what it would write, how it is written, and writes nothing', async () => {
    const { userFolder, file } = project();
    const { code, out } = await runCliAs(WORDS, { userFolder });
    expect(code).toBe(0);
    expect(out).toMatch(/^Would change .*AGENTS\.md:\n\n\+ <!-- skills-registry:start -->\n/);
    expect(out).toMatch(/^Write it: .* connect cursor --pointer --scope project --write$/m);
    expect(existsSync(file)).toBe(false);
  });

  it('shows the pointer, writes it, and takes it out', async () => {
    const { userFolder, file } = project();
    writeFileSync(file, '# Rules\n');
    const written = await runCliAs(WRITE, { userFolder });
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain('+ <!-- skills-registry:start -->');
    expect(written.out).toContain(`Written to ${file}`);
    expect(written.out).toContain('connect cursor --pointer --scope project --remove');
    expect(readFileSync(file, 'utf8')).toContain('get_skill');
    expect((await runCliAs(WRITE, { userFolder })).out).toContain('has the pointer already');
    expect((await runCliAs([...WORDS, '--remove'], { userFolder })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('# Rules\n');
    expect((await runCliAs([...WORDS, '--remove'], { userFolder })).out).toContain('has no pointer');
  });

  it('says that the client is not connected yet, until it is', async () => {
    const { userFolder } = project();
    const hint = /^Cursor is not connected yet, so it has nobody to ask: .* connect cursor --write$/m;
    expect((await runCliAs(WORDS, { userFolder })).out).toMatch(hint);
    expect((await runCliAs(WRITE, { userFolder })).out).toMatch(hint);
    await runCliAs([...WORDS, '--remove'], { userFolder });
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect((await runCliAs(WORDS, { userFolder })).out).not.toMatch(hint);
  });

  it('writes the file of all clients where none is named', async () => {
    const { userFolder, file } = project();
    await runCliAs(['connect', '--pointer', '--scope', 'project', '--write'], { userFolder });
    expect(readFileSync(file, 'utf8')).toBe(`${POINTER_LINES.join('\n')}\n`);
  });

  it('prints the pointer and nothing else, for files that it doesn’t write', async () => {
    const { out } = await runCliAs(['connect', 'cursor', '--pointer', '--print'], project());
    expect(out.trim()).toBe(POINTER_LINES.join('\n'));
  });

  it('says where a client keeps such rules that has no file for all projects, and ends with 1', async () => {
    const { code, out } = await runCliAs(['connect', 'cursor', '--pointer'], project());
    expect(code).toBe(0);
    expect(out).toContain('paste the block into Cursor, Settings, Rules, User Rules');
    expect(out).toContain(`\n\n${POINTER_LINES.join('\n')}\n\n`);
    expect(out).toMatch(/^The block alone: .* connect cursor --pointer --print$/m);
    expect(out).toContain('connect cursor --pointer --scope project');
    const written = await runCliAs(['connect', 'cursor', '--pointer', '--write'], project());
    expect(written).toMatchObject({ code: 1, out: '' });
    expect(written.err).toMatch(/^The block alone: .* connect cursor --pointer --print$/m);
    const removed = await runCliAs(['connect', 'cursor', '--pointer', '--remove'], project());
    expect(removed).toMatchObject({ code: 1, out: '' });
    expect(removed.err).toContain('take the block out of Cursor, Settings, Rules, User Rules yourself');
  });

  it('leaves half a block alone, with a sentence', async () => {
    const { userFolder, file } = project();
    writeFileSync(file, '<!-- skills-registry:start -->\n');
    const { code, err } = await runCliAs(WORDS, { userFolder });
    expect(code).toBe(1);
    expect(err).toContain('none where it ends');
    expect(readFileSync(file, 'utf8')).toBe('<!-- skills-registry:start -->\n');
  });

  it('is told where it stands, and not offered again', async () => {
    const { userFolder } = project();
    await runCliAs(['connect', 'claude-code', '--write'], { userFolder });
    await runCliAs(['connect', 'claude-code', '--pointer', '--write'], { userFolder });
    const file = join(userFolder, '.claude', 'CLAUDE.md');
    const one = await runCliAs(['connect', 'claude-code'], { userFolder });
    expect(one.out).toContain(`\nThe pointer is in ${file}.\n`);
    expect(one.out).not.toContain('So that it asks');
    const list = await runCliAs(['connect'], { userFolder });
    expect(list.out).toContain(`\nThe pointer is in ${file}, for Claude Code.\n`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('Ask once', 'Ask twice'));
    expect((await runCliAs(['connect', 'claude-code'], { userFolder })).out).toMatch(
      /^The pointer in .* is not as it is today: .* connect claude-code --pointer$/m,
    );
  });

  it('is told of a project, too, with the line that takes it out', async () => {
    const { userFolder } = project();
    await runCliAs(WRITE, { userFolder });
    const file = join(userFolder, 'AGENTS.md');
    const list = await runCliAs(['connect', '--scope', 'project'], { userFolder });
    expect(list.out).not.toContain('starts the program by itself');
    expect(list.out).toContain(`\nThe pointer is in ${file}. Take it out: `);
    const [line = ''] = list.out.match(/(?<=Take it out: .*)connect .*/) ?? [];
    const one = await runCliAs(['connect', 'cursor', '--scope', 'project'], { userFolder });
    expect(one.out).toContain(`\nThe pointer is in ${file}.\n`);
    expect((await runCliAs(line.split(' '), { userFolder })).code).toBe(0);
    expect((await runCliAs(['connect', '--scope', 'project'], { userFolder })).out).not.toContain(
      'pointer is',
    );
  });

  it('is named beside the entry', async () => {
    const { out } = await runCliAs(['connect', 'cursor'], project());
    expect(out).toContain('connect cursor --pointer --scope project');
  });

  it.each([
    [['connect', 'cursor', '--pointer', '--write', '--remove'], 'Give one of'],
    [['connect', '--pointer'], '--scope project for all'],
  ])('%j is a mistake', async (args, part) => {
    const { code, err } = await runCliAs(args, project());
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});

describe('the pointer of a client that is not connected any more', () => {
  const POINTER = ['connect', 'claude-code', '--pointer'];
  const LEFT =
    /^.*CLAUDE\.md still tells agents to ask this service\. Take those lines out: .* connect claude-code --pointer --remove$/m;

  async function connected(): Promise<string> {
    const { userFolder } = project();
    await runCliAs(['connect', 'claude-code', '--write'], { userFolder });
    await runCliAs([...POINTER, '--write'], { userFolder });
    return userFolder;
  }

  it('is named by --remove, by the list and by the doctor', async () => {
    const userFolder = await connected();
    expect((await runCliAs(['connect'], { userFolder })).out).not.toMatch(LEFT);
    const { out } = await runCliAs(['connect', 'claude-code', '--remove'], { userFolder });
    expect(out).toMatch(LEFT);
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(LEFT);
    const doctor = await runCliAs(['connect', '--doctor'], { userFolder });
    expect(doctor.out).toMatch(/^warning: .*CLAUDE\.md tells agents to ask this service, and none/m);
    expect(doctor.out).toMatch(/ connect claude-code --pointer --remove$/m);
  });

  it('is gone with the line that names it, and so is the file that was made for it', async () => {
    const userFolder = await connected();
    await runCliAs(['connect', 'claude-code', '--remove'], { userFolder });
    const { out } = await runCliAs([...POINTER, '--remove'], { userFolder });
    expect(out).toMatch(/^Removed .*CLAUDE\.md, which says nothing else\.$/m);
    expect(existsSync(join(userFolder, '.claude', 'CLAUDE.md'))).toBe(false);
    expect((await runCliAs(['connect'], { userFolder })).out).not.toContain('still tells agents');
  });

  it('is not named while another client that is connected reads the same file', async () => {
    const { userFolder } = project();
    for (const client of ['gemini-cli', 'antigravity'])
      await runCliAs(['connect', client, '--write'], { userFolder });
    await runCliAs(['connect', 'gemini-cli', '--pointer', '--write'], { userFolder });
    const { out } = await runCliAs(['connect', 'gemini-cli', '--remove'], { userFolder });
    expect(out).not.toContain('still tells agents');
  });

  it('is not named in a project that connects a client', async () => {
    const { userFolder } = project();
    const cwd = join(userFolder, 'work');
    mkdirSync(cwd);
    const inProject = ['connect', 'claude-code', '--scope', 'project'];
    await runCliAs([...inProject, '--write'], { userFolder, cwd });
    await runCliAs([...POINTER, '--write'], { userFolder });
    const says = async () =>
      (await runCliAs(['connect'], { userFolder, cwd })).out +
      (await runCliAs(['connect', '--doctor'], { userFolder, cwd })).out;
    expect(await says()).not.toMatch(/tells? agents to ask/);
    await runCliAs([...inProject, '--remove'], { userFolder, cwd });
    expect(await says()).toMatch(/still tells agents to ask[\s\S]*warning: .* tells agents to ask/);
  });

  it('is named in a project, too', async () => {
    const { userFolder } = project();
    await runCliAs(WRITE, { userFolder });
    const remove = ['connect', 'cursor', '--scope', 'project', '--remove'];
    expect((await runCliAs(remove, { userFolder })).out).toMatch(
      /AGENTS\.md still tells agents to ask this service\. .* connect cursor --pointer --scope project --remove$/m,
    );
  });
});

describe('skills-registry connect --doctor', () => {
  it('finds nothing wrong where nothing is connected yet', async () => {
    const { userFolder } = project();
    const { code, out } = await runCliAs(['connect', '--doctor'], { userFolder });
    expect(code).toBe(0);
    // Somebody may be served at the usual port, and then that is told instead.
    expect(out).toMatch(/^(?:info: Nothing is connected yet\.|ok: The service answers )/);
  });

  it('tells what it found as JSON, too', async () => {
    // A port that nobody has; a service of whoever runs the tests may be at the usual one.
    const options = ['--doctor', '--json', '--url', 'http://127.0.0.1:1/mcp'];
    const { out, code } = await runCliAs(['connect', ...options], project());
    expect(JSON.parse(out)).toContainEqual({
      severity: 'error',
      title: expect.stringContaining('Nothing answers'),
      fix: expect.any(String),
      line: expect.stringContaining('skills-registry serve'),
    });
    expect(code).toBe(1);
  });

  it('has the line that mends a client’s entry', async () => {
    const { userFolder } = project();
    mkdirSync(join(userFolder, '.cursor'));
    const entry = { url: 'http://127.0.0.1:8701/mcp', disabled: true };
    writeFileSync(
      join(userFolder, '.cursor', 'mcp.json'),
      JSON.stringify({ mcpServers: { 'skills-registry': entry } }),
    );
    const { out } = await runCliAs(['connect', '--doctor'], { userFolder });
    expect(out).toMatch(
      /^error: Cursor: .*"disabled": true\.\n {2}Connect it again\.\n {6}.*connect cursor --write$/m,
    );
  });
});

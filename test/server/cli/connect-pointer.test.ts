import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POINTER_LINES } from '../../../src-server/contract/pointer.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';

const WORDS = ['connect', 'cursor', '--pointer', '--scope', 'project'];

function project(): { readonly userFolder: string; readonly file: string } {
  const userFolder = temporaryUserFolder();
  return { userFolder, file: join(userFolder, 'AGENTS.md') };
}

describe('skills-registry connect --pointer', () => {
  it('shows the pointer, writes it, and takes it out', async () => {
    const { userFolder, file } = project();
    writeFileSync(file, '# Rules\n');
    const written = await runCliAs(WORDS, { userFolder });
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain('+ <!-- skills-registry:start -->');
    expect(written.out).toContain(`Written to ${file}`);
    expect(written.out).toContain('connect cursor --pointer --scope project --remove');
    expect(readFileSync(file, 'utf8')).toContain('find_skills');
    expect((await runCliAs(WORDS, { userFolder })).out).toContain('has the pointer already');
    expect((await runCliAs([...WORDS, '--remove'], { userFolder })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('# Rules\n');
    expect((await runCliAs([...WORDS, '--remove'], { userFolder })).out).toContain('has no pointer');
  });

  it('writes the file of all clients where none is named', async () => {
    const { userFolder, file } = project();
    await runCliAs(['connect', '--pointer', '--scope', 'project'], { userFolder });
    expect(readFileSync(file, 'utf8')).toBe(`${POINTER_LINES.join('\n')}\n`);
  });

  it('prints the pointer and nothing else, for files that it doesn’t write', async () => {
    const { out } = await runCliAs(['connect', 'cursor', '--pointer', '--print'], project());
    expect(out.trim()).toBe(POINTER_LINES.join('\n'));
  });

  it('says where a client keeps such rules that has no file for all projects, and ends with 1', async () => {
    const { code, err } = await runCliAs(['connect', 'cursor', '--pointer'], project());
    expect(code).toBe(1);
    expect(err).toContain('User Rules');
    expect(err).toContain('connect cursor --pointer --scope project');
  });

  it('leaves half a block alone, with a sentence', async () => {
    const { userFolder, file } = project();
    writeFileSync(file, '<!-- skills-registry:start -->\n');
    const { code, err } = await runCliAs(WORDS, { userFolder });
    expect(code).toBe(1);
    expect(err).toContain('none where it ends');
    expect(readFileSync(file, 'utf8')).toBe('<!-- skills-registry:start -->\n');
  });

  it('is named beside the entry', async () => {
    const { out } = await runCliAs(['connect', 'cursor'], project());
    expect(out).toContain('connect cursor --pointer --scope project');
  });

  it.each([
    [['connect', 'cursor', '--pointer', '--write'], 'Give one of'],
    [['connect', '--pointer'], '--scope project for all'],
  ])('%j is a mistake', async (args, part) => {
    const { code, err } = await runCliAs(args, project());
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});

describe('skills-registry connect --doctor', () => {
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

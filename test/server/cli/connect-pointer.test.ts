import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POINTER_LINES } from '../../../src-server/contract/clients/clients.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';

const BLOCK = POINTER_LINES.join('\n');
const PROJECT = ['cursor', '--pointer', '--scope', 'project'];

function project() {
  const userFolder = temporaryUserFolder();
  const run = (...args: readonly string[]) => runCliAs(['connect', ...args], { userFolder });
  return { userFolder, file: join(userFolder, 'AGENTS.md'), run };
}

describe('skills-registry connect --pointer', () => {
  it('shows what it would write, how it is written, and writes nothing', async () => {
    const { run, file } = project();
    const { code, out } = await run(...PROJECT);
    expect(code).toBe(0);
    expect(out).toMatch(/^Would change .*AGENTS\.md:\n\n\+ <!-- skills-registry:start -->\n/);
    expect(out).toMatch(/^To write it, add --write\.$/m);
    expect(existsSync(file)).toBe(false);
  });

  it('shows the pointer, writes it, and takes it out', async () => {
    const { run, file } = project();
    writeFileSync(file, '# Rules\n');
    const written = await run(...PROJECT, '--write');
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain(`+ <!-- skills-registry:start -->`);
    expect(written.out).toContain(`Written to ${file}`);
    expect(readFileSync(file, 'utf8')).toContain('get_skill');
    expect((await run(...PROJECT, '--write')).out).toContain('has the pointer already');
    expect((await run(...PROJECT, '--remove')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('# Rules\n');
    expect((await run(...PROJECT, '--remove')).out).toContain('has no pointer');
  });

  it('writes the file of all clients where none is named, and prints the block alone', async () => {
    const { run, file } = project();
    await run('--pointer', '--scope', 'project', '--write');
    expect(readFileSync(file, 'utf8')).toBe(`${BLOCK}\n`);
    expect((await run('--pointer', '--print')).out).toBe(`${BLOCK}\n`);
  });

  it('ends with 1 and the block where a client has no file for all projects', async () => {
    const { run } = project();
    const { code, err } = await run('cursor', '--pointer', '--write');
    expect(code).toBe(1);
    expect(err).toContain('put the block into Cursor, Settings, Rules, User Rules, or a project');
    expect(err).toContain(`\n\n${BLOCK}\n`);
    const removed = await run('cursor', '--pointer', '--remove');
    expect(removed).toMatchObject({ code: 1, err: expect.stringContaining('take the block out of Cursor') });
  });

  it('leaves half a block alone, with a sentence', async () => {
    const { run, file } = project();
    writeFileSync(file, '<!-- skills-registry:start -->\n');
    expect(await run(...PROJECT)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no pair'),
    });
    expect(readFileSync(file, 'utf8')).toBe('<!-- skills-registry:start -->\n');
  });

  it('is named beside the entry: how to add it, and how to take it out after the entry', async () => {
    const { run } = project();
    await run('claude-code', '--write');
    expect((await run('claude-code')).out).toMatch(/^So that it asks .* connect claude-code --pointer$/m);
    expect((await run('claude-code', '--remove')).out).toMatch(
      /^If no other agent .* connect claude-code --pointer --remove$/m,
    );
  });
});

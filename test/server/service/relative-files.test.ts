/** Paths in `files`: relative to the skill's folder, in whatever way they are written. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, FullSkill } from '../../../src-server/contract/api.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';

const KEY = 'cpp/acme/tiny';
const FOLDER = `skills/${KEY}`;

async function readSkill(server: TestServer): Promise<FullSkill> {
  return (await server.get(`/v1/skills/${KEY}`)).json<FullSkill>();
}

function registry(paths: readonly string[], texts: Readonly<Record<string, string>> = {}): string {
  const files = { P0: ['overview.md', 'pitfalls.md', 'safety.md'], P1: paths };
  return temporaryRegistry([], skillFiles(FOLDER, KEY, { files }, texts));
}

describe('a path in "files"', () => {
  it('may begin with "./"', async () => {
    const root = temporaryRegistry([], skillFiles(FOLDER, KEY, { files: { P0: ['./overview.md'] } }));
    const server = await startTestServer(root);
    const skill = await readSkill(server);
    expect(skill.files?.['P0']).toEqual(['overview.md']);
    expect(skill._contents).toHaveProperty(['overview.md']);
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    const codes = diagnostics
      .filter(({ file, message }) => `${file} ${message}`.includes('overview.md'))
      .map(({ code }) => code);
    for (const code of ['file-missing', 'file-not-servable', 'p0-file-unlisted', 'read-order-not-p0'])
      expect(codes).not.toContain(code);
  });

  it('may lead into a folder, whose other files are not served', async () => {
    const server = await startTestServer(
      registry(['guides/deep/retries.md'], {
        'guides/deep/retries.md': '# Retries\n',
        'guides/deep/private.md': '# Private\n',
      }),
    );
    const skill = await readSkill(server);
    expect(skill._contents['guides/deep/retries.md']).toBe('# Retries\n');
    expect(JSON.stringify(skill)).not.toContain('Private');
    const section = await server.get(`/v1/skills/${KEY}/guides/deep/retries`);
    expect([section.status, section.text]).toEqual([200, '# Retries\n']);
    expect((await server.get(`/v1/skills/${KEY}/guides/deep/private`)).status).toBe(404);
  });

  it('is looked up again when skill.json lists it', async () => {
    const root = registry([], { 'guides/retries.md': '# Retries\n' });
    const server = await startTestServer(root);
    expect((await readSkill(server))._contents).not.toHaveProperty(['guides/retries.md']);
    const [[, manifest] = []] = Object.entries(
      skillFiles(FOLDER, KEY, { files: { P0: ['overview.md'], P1: ['guides/retries.md'] } }),
    ).filter(([path]) => path.endsWith('skill.json'));
    const textOf = async () => (await readSkill(server))._contents['guides/retries.md'];
    writeFileSync(join(root, FOLDER, 'skill.json'), JSON.stringify(manifest));
    await eventually(textOf, (text) => text === '# Retries\n');
    writeFileSync(join(root, FOLDER, 'guides/retries.md'), '# Retries, changed\n');
    await eventually(textOf, (text) => text === '# Retries, changed\n');
  });

  it.each(['../outside.md', 'guides/../../outside.md', '/outside.md', 'link/outside.md', '.hidden/x.md'])(
    'never leads out of the folder or to a hidden file: %s',
    async (path) => {
      const outside = temporaryFolder({ 'outside.md': '# Outside\n' });
      const root = registry([path], { '.hidden/x.md': '# Outside\n' });
      mkdirSync(join(root, FOLDER, 'guides'));
      symlinkSync(outside, join(root, FOLDER, 'link'));
      writeFileSync(join(root, FOLDER, '../outside.md'), '# Outside\n');
      const server = await startTestServer(root);
      expect(JSON.stringify((await readSkill(server))._contents)).not.toContain('Outside');
    },
  );
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse } from '../../../src-server/contract/api/api.ts';
import { compareDiagnostics } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const MANIFEST = `skills/${KEY}/skill.json`;

describe('GET /v1/diagnostics', () => {
  it('is sorted, with the line of each place', async () => {
    const files = { P0: ['overview.md', 'gone.md'] };
    const keys = Array.from({ length: 40 }, (_, number) => `go/author/lib${number}`);
    const skills = keys.map((key) => skillFiles(`skills/${key}`, key, { files }));
    const server = await startTestServer(temporaryFolder(Object.assign({}, ...skills)));
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    expect(diagnostics).toEqual([...diagnostics].sort(compareDiagnostics));
    const missing = diagnostics.filter(({ code }) => code === 'file-missing');
    expect(missing).toHaveLength(keys.length);
    for (const { line, column, pointer } of missing) {
      expect(pointer).toBe('/files/P0/1');
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    }
  });
});

describe('GET /v1/diagnostics?fresh=1', () => {
  it('sees what changed even where nobody follows changes', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry, { watch: false });
    writeFileSync(join(registry, MANIFEST), '{');
    const codes = async (path: string) =>
      (await server.get(path)).json<DiagnosticsResponse>().diagnostics.map(({ code }) => code);
    expect(await codes('/v1/diagnostics')).not.toContain('skill-json-invalid');
    expect(await codes('/v1/diagnostics?fresh=0')).not.toContain('skill-json-invalid');
    expect(await codes('/v1/diagnostics?fresh=1')).toContain('skill-json-invalid');
    expect(await codes('/v1/diagnostics')).toContain('skill-json-invalid');
  });

  it('answers all who ask at once with the same', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry, { watch: false });
    writeFileSync(join(registry, MANIFEST), '{');
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.get('/v1/diagnostics?fresh=1')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.text).toContain('skill-json-invalid');
  });

  it('takes 0 and 1 only', async () => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    const answer = await server.get('/v1/diagnostics?fresh=yes');
    expect([answer.status, answer.json()]).toEqual([400, { error: 'fresh must be 0 or 1.' }]);
  });
});

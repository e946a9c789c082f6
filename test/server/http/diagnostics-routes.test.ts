import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, LinesResponse } from '../../../src-server/contract/api/api.ts';
import { compareDiagnostics } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const MANIFEST = `skills/${KEY}/skill.json`;

const query = (place: Readonly<Record<string, string>>) =>
  `/v1/diagnostics/lines?${new URLSearchParams(place).toString()}`;

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

describe('GET /v1/diagnostics/lines', () => {
  const flawed = () =>
    temporaryRegistry([KEY], { [MANIFEST]: '{\n  "name": "spdlog",\n  "tier": "core"\n}\n' });

  it('gives the lines around a problem, and where in them it is', async () => {
    const server = await startTestServer(flawed());
    const lines = (await server.get(query({ file: MANIFEST, pointer: '/tier' }))).json<LinesResponse>();
    expect(lines).toEqual({
      line: 3,
      column: 3,
      lines: [
        { number: 1, text: '{' },
        { number: 2, text: '  "name": "spdlog",' },
        { number: 3, text: '  "tier": "core"' },
        { number: 4, text: '}' },
      ],
    });
  });

  it.each([
    ['a word is wrong', '{\n  "name": ,\n}', 2, 11],
    ['it ends too early', '{\n  "name": "spdlog"', 2, 19],
    ['it has a comment', '{ // note\n}', 1, 3],
  ])('finds the line that keeps a file from being JSON: %s', async (_what, text, line, column) => {
    const server = await startTestServer(temporaryRegistry([KEY], { [MANIFEST]: text }));
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    const broken = diagnostics.find(({ code }) => code === 'skill-json-invalid');
    const place = { file: MANIFEST, ...(broken?.line === undefined ? {} : { line: String(broken.line) }) };
    expect((await server.get(query(place))).json<LinesResponse>()).toMatchObject({
      line,
      column,
      lines: text.split('\n').map((source, index) => ({ number: index + 1, text: source })),
    });
  });

  it('has none for a problem of a whole file, whatever else is wrong in it', async () => {
    const text = '{ "schema": "libskills/v1", "language": "cpp", "repo": "gabime/spdlog" }';
    const folder = 'skills/cpp/spdlog';
    const server = await startTestServer(temporaryRegistry([KEY], { [`${folder}/skill.json`]: text }));
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    const inFile = diagnostics.filter(({ file }) => file === `${folder}/skill.json`);
    const pointers = new Set(inFile.map(({ pointer }) => pointer));
    expect(pointers).toEqual(new Set([undefined, '/schema']));
    expect((await server.get(query({ file: `${folder}/skill.json` }))).json()).toEqual({ lines: [] });
  });

  it.each([
    ['a place without a problem', { file: MANIFEST, pointer: '/name' }],
    ['a file without a problem', { file: `skills/${KEY}/overview.md`, line: '1' }],
    ['a file outside of the registry', { file: '../secret.json', line: '1' }],
    ['a file that is not there', { file: 'nope.json', pointer: '' }],
  ])('has none for %s', async (_what, place) => {
    const server = await startTestServer(flawed());
    expect((await server.get(query(place))).json()).toEqual({ lines: [] });
  });

  it.each(['', '?file=a&line=0', '?file=a&line=x', '?file=a&file=b'])('refuses the query %j', async (bad) => {
    const server = await startTestServer(temporaryRegistry([KEY]));
    expect((await server.get(`/v1/diagnostics/lines${bad}`)).status).toBe(400);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse } from '../../../src-server/contract/api.ts';
import { compareDiagnostics, compareEffects, effectOf } from '../../../src-server/contract/diagnostic.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const MANIFEST = `skills/${KEY}/skill.json`;

describe('GET /v1/diagnostics', () => {
  it('is sorted, with the line of each place', async () => {
    const files = { P0: ['overview.md', 'gone.md'] };
    const keys = Array.from({ length: 40 }, (_, number) => `go/author/lib${number}`);
    const skills = keys.map((key) => skillFiles(`skills/${key}`, key, { files }));
    const server = await startTestServer(temporaryFolder(Object.assign({}, ...skills)));
    const { diagnostics } = (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    const effects = diagnostics.map(effectOf);
    expect(effects).toEqual([...effects].sort(compareEffects));
    for (const effect of new Set(effects)) {
      const own = diagnostics.filter((one) => effectOf(one) === effect);
      expect(own).toEqual([...own].sort(compareDiagnostics));
    }
    const missing = diagnostics.filter(({ code }) => code === 'file-missing');
    expect(missing).toHaveLength(keys.length);
    for (const { line, column, pointer } of missing) {
      expect(pointer).toBe('/files/P0/1');
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    }
  });
});

describe('GET /v1/diagnostics of a registry with thousands of faults', () => {
  it('names the skill that agents don’t get, however many errors of style others have', async () => {
    const withheld = 'python/author/foreign';
    const code = '```js\nawait close();\n```\n';
    const others = Array.from({ length: 150 }, (_, number) => {
      const key = `go/author/lib${number}`;
      return skillFiles(`skills/${key}`, key, { tags: [1, 2, 3, 4, 5, 6, 7, 8, 9] });
    });
    const foreign = skillFiles(`skills/${withheld}`, withheld, {});
    const texts = { [`skills/${withheld}/pitfalls.md`]: `# Pitfalls\n\n${code.repeat(9)}` };
    const server = await startTestServer(temporaryFolder(Object.assign({}, ...others, foreign, texts)));
    const answer = async () => (await server.get('/v1/diagnostics')).json<DiagnosticsResponse>();
    const { diagnostics, more } = await eventually(answer, ({ checking }) => checking === undefined);
    expect(more).toBeGreaterThan(0);
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ code: 'code-language', skillKey: withheld }),
    );
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

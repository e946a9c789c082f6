import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, Status } from '../../../src-server/contract/api/api.ts';
import { compareDiagnostics } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { makeDiagnosticsBody } from '../../../src-server/http/diagnostics-body.ts';
import { readTextsOf } from '../../../src-server/http/read-texts.ts';
import { openDisk } from '../../../src-server/registry/disk/open-disk.ts';
import { problemsOf, readSnapshot } from '../../support/read-snapshot.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { ask, eventually, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const MANY = Array.from({ length: 40 }, (_, number) => `go/author/lib${number}`);

const readTextsIn = (root: string) =>
  readTextsOf({
    location: { root, skillsFolder: 'skills', layout: 'registry' },
    layers: [],
    read: (requests) => openDisk({ logger: silentLogger }).read(requests),
  });

/** A registry whose every skill names a file that is missing, which is told by JSON pointer. */
function flawedRegistry(): string {
  const files = { P0: ['overview.md', 'gone.md'] };
  return temporaryFolder(
    Object.assign({}, ...MANY.map((key) => skillFiles(`skills/${key}`, key, { files }))),
  );
}

describe('the diagnostics', () => {
  it('are sorted and have lines where a text can be read', async () => {
    const root = flawedRegistry();
    const { body } = await makeDiagnosticsBody(problemsOf(await readSnapshot(root)), readTextsIn(root));
    const { diagnostics } = JSON.parse(body.toString()) as DiagnosticsResponse;
    expect(diagnostics).toEqual([...diagnostics].sort(compareDiagnostics));
    const missing = diagnostics.filter(({ code }) => code === 'file-missing');
    expect(missing).toHaveLength(MANY.length);
    for (const { line, column, pointer } of missing) {
      expect(pointer).toBe('/files/P0/1');
      expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    }
  });

  it('are whole, without lines, where no text can be read', async () => {
    const snapshot = await readSnapshot(flawedRegistry());
    const { body } = await makeDiagnosticsBody(problemsOf(snapshot), async () => new Map());
    const { diagnostics } = JSON.parse(body.toString()) as DiagnosticsResponse;
    const { error, warning, info } = snapshot.counts;
    expect(diagnostics).toHaveLength(error + warning + info);
    expect(diagnostics.filter(({ code, line }) => code === 'file-missing' && line !== undefined)).toEqual([]);
  });

  it('ask for a few texts at a time, each once', async () => {
    const asked: Array<readonly string[]> = [];
    await makeDiagnosticsBody(problemsOf(await readSnapshot(flawedRegistry())), async (files) => {
      asked.push(files);
      return new Map();
    });
    expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(16);
    expect(asked.flat().sort()).toEqual(MANY.map((key) => `skills/${key}/skill.json`).sort());
  });

  it('are put together once for all who ask at the same time', async () => {
    const server = await startTestServer(flawedRegistry());
    // What is found meanwhile makes another answer.
    await eventually(
      async () => (await ask(`${server.url}/v1/status`)).json<Status>(),
      ({ checking }) => checking === undefined,
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`${server.url}/v1/diagnostics`)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.json<DiagnosticsResponse>().diagnostics.length).toBeGreaterThan(MANY.length);
  });
});

describe('texts for lines', () => {
  it('come without a byte order mark, and only from small regular files of the registry', async () => {
    const outside = temporaryFolder({ 'secret.json': '{}' });
    const root = temporaryRegistry([KEY], {
      'index.json': '\uFEFF{}',
      'large.json': 'x'.repeat(1024 * 1024 + 1),
    });
    symlinkSync(join(outside, 'secret.json'), join(root, 'link.json'));
    symlinkSync(outside, join(root, 'linked'));
    writeFileSync(join(root, 'exact.json'), 'x'.repeat(1024 * 1024));
    const names = [
      'index.json',
      'large.json',
      'exact.json',
      'link.json',
      'linked/secret.json',
      'skills',
      'none.json',
    ];
    const texts = await readTextsIn(root)([...names, '../secret.json']);
    expect([...texts.keys()]).toEqual(['index.json', 'exact.json']);
    expect(texts.get('index.json')).toBe('{}');
  });

  it('never wait for a pipe', unless(onWindows), async () => {
    const root = temporaryFolder();
    execFileSync('mkfifo', [join(root, 'index.json')]);
    expect((await readTextsIn(root)(['index.json'])).size).toBe(0);
  });
});

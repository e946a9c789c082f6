import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { eventually } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const REGISTRY = sampleRegistry();

function folder(): { readonly userFolder: string; readonly cwd: string } {
  const userFolder = temporaryUserFolder();
  const cwd = join(userFolder, 'worktree');
  mkdirSync(cwd);
  return { userFolder, cwd };
}

/** Runs in a folder that is deleted before the program starts. */
async function runInDeleted(args: readonly string[]) {
  const { userFolder, cwd } = folder();
  const through = ['sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh'];
  return { ...(await runCliProcess(args, { userFolder, cwd, through })), cwd };
}

const initialize =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n';
const getSkill = (id: number) =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"get_skill","arguments":{"path":"ws"}}}\n`;

describe('a working folder that was deleted', unless(onWindows), () => {
  it.each([
    ['--version'],
    ['list', '-r', REGISTRY],
    ['find', '-r', REGISTRY, 'flush the log'],
    ['show', '-r', REGISTRY, 'ws'],
    ['validate', '--quiet', join(REGISTRY, 'skills/js/websockets/ws')],
  ])('is not needed by %s %s', async (...args) => {
    const { code, err } = await runInDeleted(args);
    expect(err).not.toMatch(/uv_cwd|\n\s+at /);
    expect(code).toBe(0);
  });

  it.each([['match'], ['sync', '-r', REGISTRY], ['list', '-r', 'registry'], ['validate']])(
    'is named in a sentence by %s',
    async (...args) => {
      const { code, err, cwd } = await runInDeleted(args);
      expect(code).toBeGreaterThan(0);
      expect(err).toContain(cwd);
      expect(err).not.toMatch(/uv_cwd|\n\s+at /);
    },
  );

  it('leaves a running service able to read what it had not read', async () => {
    const { userFolder, cwd } = folder();
    const service = startCli(['serve', '-r', REGISTRY, '--port', '0'], { userFolder, cwd });
    const said = await eventually(service.out, (text) => /http:\/\/127\.0\.0\.1:\d+/.test(text));
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
    rmSync(cwd, { recursive: true });
    for (const key of ['rust/rayon-rs/rayon', 'js/websockets/ws']) {
      const answer = await fetch(`${url}/v1/skills/${key}`);
      expect([key, answer.status]).toEqual([key, 200]);
    }
  });

  it('leaves mcp able to answer', async () => {
    const { userFolder, cwd } = folder();
    const script = `(cat; rmdir "$PWD"; printf '%s' "$LATER"; sleep 3) | "$@"`;
    const { out } = await runCliProcess(['mcp', '-r', REGISTRY], {
      ...{ userFolder, cwd, input: initialize, env: { LATER: getSkill(2) + getSkill(3) } },
      through: ['sh', '-c', script, 'sh'],
    });
    const answers = out
      .trim()
      .split('\n')
      .map((line): { id: number; result?: { isError?: boolean } } => JSON.parse(line));
    expect(answers.map(({ id, result }) => [id, result?.isError ?? false]).sort()).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ]);
  });
});

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeStage } from '../../../src-server/connect/change-file.ts';
import { createConnector } from '../../../src-server/connect/connector.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';

const SETTINGS = `${JSON.stringify({ theme: 'dark', edits: 0, mcpServers: {} }, undefined, 2)}\n`;
const EDITED = SETTINGS.replace('"edits": 0', '"edits": 1');

function prepare(text = SETTINGS) {
  const machine = fakeMachine();
  mkdirSync(join(machine.home, '.cursor'));
  const file = join(machine.home, '.cursor/mcp.json');
  writeFileSync(file, text);
  return { machine, file };
}

/** A connector during whose writing someone edits, once, at a stage. */
function disturbed(machine: ReturnType<typeof fakeMachine>, stage: ChangeStage, edit: () => void, times = 1) {
  let left = times;
  return createConnector({
    machine,
    target: () => TARGET,
    dataFolder: join(machine.home, '.data'),
    onStage(now) {
      if (now !== stage || left === 0) return;
      left -= 1;
      edit();
    },
  });
}

const EDITORS = {
  'in place': (file: string, text: string) => writeFileSync(file, text),
  'by a new file': (file: string, text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  },
} as const;

describe('an edit while settings are written', () => {
  it.each([
    ['checked', 'in place'],
    ['checked', 'by a new file'],
    ['backed-up', 'in place'],
    ['backed-up', 'by a new file'],
    // The last moment: the new text takes the old one's place right after it.
    ['compared', 'in place'],
  ] as const)('is kept after it has %s, where the editor writes %s', async (stage, how) => {
    const { machine, file } = prepare();
    const connector = disturbed(machine, stage, () => EDITORS[how](file, EDITED));
    const preview = await connector.preview('cursor');
    expect(await connector.write('cursor', preview.ok ? preview.token : '')).toMatchObject({ ok: true });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      theme: 'dark',
      edits: 1,
      mcpServers: { 'skills-registry': { url: TARGET.mcpUrl } },
    });
    expect(await connector.undo('cursor')).toMatchObject({ ok: true });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ edits: 1, mcpServers: {} });
    expect(readdirSync(join(machine.home, '.cursor'))).toEqual(['mcp.json']);
  });

  it('that goes on and on is left alone, with a sentence, and leaves nothing to take back', async () => {
    const { machine, file } = prepare();
    let edits = 0;
    const edit = () => writeFileSync(file, SETTINGS.replace('"edits": 0', `"edits": ${++edits}`));
    const connector = disturbed(machine, 'backed-up', edit, 100);
    const preview = await connector.preview('cursor');
    expect(await connector.write('cursor', preview.ok ? preview.token : '')).toEqual({
      ok: false,
      message: `${file} was changed meanwhile. Look at the difference again.`,
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', edits, mcpServers: {} });
    expect(await connector.state('cursor')).not.toHaveProperty('changedFile');
  });

  it('that changes the very lines is not written over', async () => {
    const { machine, file } = prepare();
    const other = SETTINGS.replace('"mcpServers": {}', '"mcpServers": { "mine": {} }');
    const connector = disturbed(machine, 'backed-up', () => writeFileSync(file, other));
    const preview = await connector.preview('cursor');
    expect(await connector.write('cursor', preview.ok ? preview.token : '')).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe(other);
  });

  it('that takes our change back is kept while it is taken back', async () => {
    const { machine, file } = prepare();
    const quiet = fakeConnector(machine);
    const preview = await quiet.preview('cursor');
    await quiet.write('cursor', preview.ok ? preview.token : '');
    const connector = disturbed(machine, 'checked', () => {});
    writeFileSync(file, readFileSync(file, 'utf8').replace('"edits": 0', '"edits": 2'));
    expect(await connector.undo('cursor')).toMatchObject({ ok: true });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', edits: 2, mcpServers: {} });
  });
});

/** Edits all the time, for some milliseconds, as editors do that write in place; says how often at its end. */
const EDITOR = `
  import { writeFileSync } from 'node:fs';
  const [file, ms] = process.argv.slice(1);
  const until = Date.now() + Number(ms);
  let edits = 0;
  process.stdout.write('ready\\n');
  do {
    edits += 1;
    writeFileSync(file, JSON.stringify({ theme: 'dark', edits, mcpServers: {} }, undefined, 2) + '\\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, (edits * 7) % 5);
  } while (Date.now() < until);
  process.stdout.write(String(edits));
`;

const RUNS = 25;

describe('an editor that writes all the time', () => {
  it('never loses its last word', { tags: 'ci' }, async () => {
    let lost = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const { machine, file } = prepare();
      const connector = fakeConnector(machine);
      const editor = spawn(process.execPath, [
        '--input-type=module',
        '-e',
        EDITOR,
        file,
        String(10 + run * 3),
      ]);
      let said = '';
      const ended = new Promise((resolve) => editor.on('close', resolve));
      await new Promise<void>((resolve) =>
        editor.stdout.on('data', (chunk) => {
          said += chunk;
          resolve();
        }),
      );
      let isOver = false;
      void ended.then(() => {
        isOver = true;
      });
      do {
        const preview = await connector.preview('cursor');
        if (preview.ok) await connector.write('cursor', preview.token);
      } while (!isOver);
      const edits = Number(said.replace('ready\n', ''));
      if (JSON.parse(readFileSync(file, 'utf8')).edits !== edits) lost += 1;
    }
    expect(lost).toBe(0);
  });
});

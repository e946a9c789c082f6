/** The walk of "Your first skill", typed block by block in an empty folder. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectOverHttp, textOf } from '../support/mcp-client.ts';
import { startTestServer } from '../support/test-server.ts';
import { onWindows, unless } from '../support/unless.ts';
import { consoleSteps, outputPattern } from './console-steps.ts';
import { readPage } from './markdown-page.ts';

const { blocks, prose } = readPage('docs/first-skill.md');
/** What is typed, with what is read; a script that writes files prints nothing. */
const STEPS = blocks.flatMap((block) =>
  block.language === 'sh' ? [{ command: block.lines.join('\n'), output: '' }] : consoleSteps([block]),
);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'skills-registry-first-')));
let place = join(root, 'empty');

describe('who types the walk of the first skill', unless(onWindows), () => {
  beforeAll(() => {
    for (const name of ['home', 'bin', 'empty']) mkdirSync(join(root, name));
    const command = join(root, 'bin/skills-registry');
    const program = resolve('dist/server/skills-registry.cjs');
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(command, 0o755);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(STEPS.map((step) => [step.command.split('\n')[0], step] as const))(
    'reads what it says: %s',
    (_first, { command, output }) => {
      const typed = type(command);
      expect(typed.output).toMatch(outputPattern(output));
      expect(typed.code).toBe(0);
    },
  );

  it('leads an agent that asks for the symptom to the pitfall', async () => {
    const [, question = ''] = /Use the skills-registry tools: (.+?)\*/s.exec(prose) ?? [];
    const { url } = await startTestServer(place);
    const client = await connectOverHttp(url, 'modern');
    const answer = await client.callTool({ name: 'find_skills', arguments: { query: question } });
    expect(textOf(answer)).toContain('Ending the process before the queue is empty');
    expect(textOf(answer)).toContain('await mailer.close(); // resolves when the queue is empty');
  });
});

/** Types into a shell that stands where the one before it ended. */
function type(command: string): { readonly code: number | null; readonly output: string } {
  const where = join(root, 'where');
  const script = `cd "$PLACE"\n{ ${command}\n} 2>&1\ncode=$?\npwd > "$WHERE"\nexit $code\n`;
  const path = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { status, stdout } = spawnSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: path, HOME: join(root, 'home'), PLACE: place, WHERE: where },
  });
  place = readFileSync(where, 'utf8').trimEnd();
  const read = stdout.trimEnd();
  return { code: status, output: `${read}\n` };
}

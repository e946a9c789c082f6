import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gravest, readAppLogs } from '../../../../src-server/connect/doctor/app-logs.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

const line = (level: string, text: string) => `[2026-11-22 10:00:00.000] [${level}] ${text}`;

describe('gravest', () => {
  it('keeps the last ten warnings and errors, long ones cut', () => {
    const lines = Array.from({ length: 15 }, (_, at) => line(at % 2 ? 'warn' : 'error', `${at}`));
    const text = [
      line('info', 'not this'),
      'a line of a stack',
      ...lines,
      line('error', 'x'.repeat(900)),
    ].join('\n');
    const kept = gravest(text);
    expect(kept).toHaveLength(10);
    expect(kept[0]).toBe(lines[6]);
    expect(kept.at(-1)).toHaveLength(500);
  });
});

describe('readAppLogs', () => {
  const machine = (home: string) => ({
    ...{ platform: 'linux' as const, home, env: {}, applications: [] },
    systemFile: () => undefined,
  });

  it('reads the installed app’s and a development run’s, as far as they are there', async () => {
    const home = temporaryFolder({
      '.config/skills-registry/logs/main.log': `${line('info', 'starts')}\n${line('warn', 'hm')}\n`,
      '.config/skills-registry-development/logs/server.log': '',
    });
    expect(await readAppLogs(machine(home))).toEqual([
      {
        file: join(home, '.config/skills-registry/logs/main.log'),
        size: expect.any(Number),
        lines: [line('warn', 'hm')],
      },
      { file: join(home, '.config/skills-registry-development/logs/server.log'), size: 0, lines: [] },
    ]);
  });

  it('has nothing to say where the app never ran', async () => {
    expect(await readAppLogs(machine(temporaryFolder()))).toEqual([]);
  });

  it('reads the end of a long log alone', async () => {
    const text = `${line('error', 'old')}\n${`${line('info', 'x'.repeat(90))}\n`.repeat(1_000)}${line('warn', 'new')}\n`;
    const home = temporaryFolder({ '.config/skills-registry/logs/main.log': text });
    expect((await readAppLogs(machine(home)))[0]?.lines).toEqual([line('warn', 'new')]);
  });
});

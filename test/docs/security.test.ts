import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as limits from '../../src-server/contract/api/limits.ts';
import { runCliHere } from '../support/run-cli-here.ts';

const text = readFileSync('docs/security.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

describe('the security checklist', () => {
  it('has all twenty recommendations in their order', () => {
    expect(rows.map(([number]) => Number(number))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it.each(rows)('%s, %s: is done where it says, or does not apply', (_number, _name, _here, where = '') => {
    if (where === 'not applicable') return;
    const [, file = '', code = ''] = /^`([^`]+)`: `(.+)`$/.exec(where) ?? [];
    expect(readFileSync(file, 'utf8')).toContain(code);
  });

  it('has nothing in the sources of what is said not to be set', () => {
    const window = readFileSync('src-main/window/app-window.ts', 'utf8');
    for (const unsafe of [
      'allowRunningInsecureContent',
      'experimentalFeatures',
      'enableBlinkFeatures',
      'webviewTag',
    ])
      expect(window).not.toContain(unsafe);
  });
});

describe('the table of limits', () => {
  const table = new Map(
    text
      .split('\n')
      .filter((line) => /\| `[A-Z_]+` \|$/.test(line))
      .map((line) => {
        const [what = '', limit = '', , option = '', name = ''] = line
          .slice(2, -2)
          .split('|')
          .map((cell) => cell.trim());
        return [name.replaceAll('`', ''), { what, limit, option: option.replaceAll('`', '') }] as const;
      }),
  );

  const elsewhere = text.split('\n').flatMap((line) => {
    const [, limit = '', option = '', file = '', name = ''] =
      /^\| [^|]+ \| ([^|]+) \|[^|]+\| (?:`([^`]+)` )?\| `([^`]+\.ts)`: `([A-Z_]+)` \|$/.exec(line) ?? [];
    return name === '' ? [] : [{ limit, option, file, name }];
  });

  it('has a row for each limit in the code, and no other', () => {
    expect([...table.keys()].sort()).toEqual(Object.keys(limits).sort());
  });

  it.each(Object.entries(limits))('says of %s what the code says', (name, value) => {
    expect(table.get(name)?.limit).toBe(inWords(name, value));
  });

  it('has those of files, checks and the disk too', () => {
    const names = elsewhere.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['MAX_SKILL_BYTES', 'MODEL_TEXT_BYTES', 'STUCK_MS']));
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(elsewhere)('says of $name what $file says', async ({ file, name, limit }) => {
    const module: Readonly<Record<string, unknown>> = await import(resolve(file));
    expect(limit).toBe(inWords(name, Number(module[name])));
  });

  it('names options that serve has', async () => {
    const { out } = await runCliHere(['serve', '--help']);
    const options = [...table.values(), ...elsewhere].flatMap(({ option }) =>
      option === '' ? [] : [option],
    );
    expect(options.length).toBeGreaterThan(2);
    for (const option of options) expect(out).toContain(option);
  });

  it('has only limits that something keeps to', () => {
    const sources = listFiles('src-server').filter((file) => !file.endsWith('limits.ts'));
    const code = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
    for (const name of Object.keys(limits)) expect(code).toContain(name);
  });
});

/** A limit as the table writes it; its unit is the end of its name. */
function inWords(name: string, value: number): string {
  if (name.endsWith('_MS')) return `${value / 1_000} s`;
  if (name.endsWith('_MB')) return `${value} MB`;
  if (!name.endsWith('_BYTES') && name !== 'LARGEST_CACHE') return value.toLocaleString('en');
  return value % (1024 * 1024) === 0 ? `${value / (1024 * 1024)} MiB` : `${value / 1024} KiB`;
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

describe('SECURITY.md', () => {
  it('is linked from the README, and says how to report', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('(SECURITY.md)');
    expect(readFileSync('SECURITY.md', 'utf8')).toContain('private security advisory');
  });
});

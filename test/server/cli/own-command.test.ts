import { spawnSync } from 'node:child_process';
import { delimiter, isAbsolute, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cliLine,
  commandAnywhere,
  type OwnCommandFacts,
  ownCommand,
} from '../../../src-server/cli/own-command.ts';
import { printable } from '../../../src-server/contract/words/printable.ts';
import { onWindows, unless } from '../../support/unless.ts';

const ROOT = join('/', 'opt', 'app');
const SCRIPT = join('dist', 'server', 'skills-registry.cjs');

/** @param files that are there */
function facts(changes: Partial<OwnCommandFacts> = {}, files: readonly string[] = []): OwnCommandFacts {
  return {
    env: { PATH: ['/usr/bin', '/home/me/.local/bin'].join(delimiter) },
    cwd: '/home/me',
    platform: 'linux',
    root: ROOT,
    node: '/opt/node/bin/node',
    isThere: (file) => ['/usr/bin/node', ...files].includes(file),
    ...changes,
  };
}

const npm = (event: string, root = ROOT) => ({
  npm_lifecycle_event: event,
  npm_package_json: join(root, 'package.json'),
  PATH: '/usr/bin',
});

describe('the line that starts this program again', unless(onWindows), () => {
  it.each<readonly [how: string, expected: string, OwnCommandFacts]>([
    ['by its name where PATH has it', 'skills-registry', facts({}, ['/home/me/.local/bin/skills-registry'])],
    ['by its script where PATH has it not', `node ${join(ROOT, SCRIPT)}`, facts()],
    ['by a short way from the folder above it', `node ${SCRIPT}`, facts({ cwd: ROOT })],
    [
      'by the Node that runs it where PATH has none',
      `/opt/node/bin/node ${join(ROOT, SCRIPT)}`,
      facts({ env: {} }),
    ],
    [
      'by the app’s own command where the app brought it',
      join(ROOT, 'bin', 'skills-registry'),
      facts({}, [join(ROOT, 'bin', 'skills-registry')]),
    ],
    [
      'not by a name that only npm’s PATH has',
      `node ${join(ROOT, SCRIPT)}`,
      facts({ env: { PATH: ['/p/node_modules/.bin', '/usr/bin'].join(delimiter) } }, [
        '/p/node_modules/.bin/skills-registry',
      ]),
    ],
    [
      'by npx where npx fetched it',
      'npx skills-registry',
      facts({ root: '/home/me/.npm/_npx/1a/node_modules/x' }),
    ],
    [
      'not by a relative PATH',
      `node ${join(ROOT, SCRIPT)}`,
      facts({ env: { PATH: `.${delimiter}/usr/bin` } }, ['skills-registry']),
    ],
  ])('names it %s', (_how, expected, given) => {
    expect(ownCommand(['list', '-r', 'x'], given).join(' ')).toBe(`${expected} list -r x`);
  });

  it.each([
    ['start', 'npm start -- --port 8702'],
    ['serve', 'npm run serve -- --port 8702'],
  ])('repeats npm’s %s for a serve', (event, expected) => {
    expect(ownCommand(['serve', '--port', '8702'], facts({ env: npm(event) })).join(' ')).toBe(expected);
  });

  it('has nothing after npm start where there is nothing to say', () => {
    expect(ownCommand(['serve'], facts({ env: npm('start') }))).toEqual(['npm', 'start']);
  });

  it.each([
    ['another command', ['list'], npm('start')],
    ['another package’s script', ['serve'], npm('start', '/elsewhere')],
    ['another script', ['serve'], npm('lint')],
  ])('does not repeat npm for %s', (_what, args, env) => {
    expect(ownCommand(args, facts({ env }))[0]).toBe('node');
  });

  it('is quoted for a shell, but for places to fill in', () => {
    const line = cliLine(['serve', '-r', "my folder's", '<folder>'], { env: {}, cwd: '/' });
    expect(line).toMatch(/ serve -r 'my folder'\\''s' <folder>$/);
  });

  it('has nothing in it that a terminal would act on', () => {
    expect(cliLine(['find', "it's\n\u001b[2Jb\u202e"], { env: {}, cwd: '/' })).toMatch(
      / find \$'it\\047s\\n\\033\[2Jb\\342\\200\\256'$/,
    );
  });

  it('leaves a place for what can’t stand in a line', () => {
    expect(cliLine(['find', 'a\0b'], { env: {}, cwd: '/' })).toMatch(/ find <the same text>$/);
  });

  it('gives each word back to bash as it was, line breaks and other keys among them', () => {
    const parts = fc.oneof(
      fc.constantFrom(
        ...`'"\\$\`;&|<>()[]{}*?!~#%=-: \n\r\t\u001b\u0085\u202e\u200b`,
        '##[group]',
        '::',
        '🦀',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    const word = fc.array(parts, { maxLength: 8 }).map((found) => found.join('').replaceAll('\0', ''));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        const line = cliLine(['serve', ...words], { env: {}, cwd: '/' });
        expect(line).toBe(printable(line));
        const asPrinted = line.slice(line.indexOf(' serve ') + ' serve '.length);
        const { stdout } = spawnSync('bash', ['-c', `printf '%s\\0' ${asPrinted}`], { encoding: 'utf8' });
        expect(stdout.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 25 },
    );
  });
});

it('begins a line for any folder with the whole path, where the command isn’t on PATH', () => {
  expect(commandAnywhere({ env: {} })).toMatch(
    /^\S*node\S* \S*[\\/]dist[\\/]server[\\/]skills-registry\.cjs$/,
  );
  expect(isAbsolute(commandAnywhere({ env: {} }).split(' ')[1] ?? '')).toBe(true);
});

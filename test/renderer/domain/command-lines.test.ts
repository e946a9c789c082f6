import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skillPath } from '../../../src-renderer/data/page-queries.ts';
import {
  beginSkill,
  commandWords,
  connectLine,
  curlLine,
  fixLine,
  ownShell,
  serveInsteadLine,
  serveLine,
  startedWith,
  stopLine,
  syncLine,
} from '../../../src-renderer/domain/command-lines.ts';
import type { Status } from '../../../src-server/contract/api.ts';
import { MCP_CLIENTS } from '../../../src-server/contract/clients/clients.ts';
import { statusOf } from '../../support/status-of.ts';

const ADDRESS = 'http://127.0.0.1:8701';
const keys = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        ';',
        '$(touch pwned)',
        '`touch pwned`',
        '\n',
        '\r',
        '\u0003',
        '"',
        '\\',
        '!',
        '%',
        '&',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `cpp/mallory/${parts.join('')}`);

describe('the line that begins a skill', () => {
  const TEMPLATE = '<language>/<author>/<name>';
  const layer = (more: object) => ({
    name: 'team',
    skills: 1,
    shadowed: 0,
    state: 'ready' as const,
    ...more,
  });
  const { registry } = statusOf();
  const begin = (status: Partial<Status> = {}, address = ADDRESS) =>
    beginSkill({ folder: '/registry', address, status: statusOf(status) }, 'sh');

  test.each<readonly [string, Partial<Status>]>([
    ['a folder', {}],
    [
      'a folder above added registries',
      { registries: [layer({ path: '/registry' }), layer({ address: 'https://git.example/team' })] },
    ],
  ])('writes into %s that is served', (_what, status) => {
    expect(begin(status)).toEqual({ line: `skills-registry init -r /registry ${TEMPLATE}` });
  });

  test('writes into the folder below an added registry', () => {
    const registries = [layer({ address: 'https://git.example/team' }), layer({ path: '/my own' })];
    expect(begin({ registries }).line).toBe(`skills-registry init -r '/my own' ${TEMPLATE}`);
  });

  test.each<readonly [string, Partial<Status>, string]>([
    ['is the sample of the program', { registry: { ...registry, sample: true } }, ADDRESS],
    ['is an added registry', { registries: [layer({ address: 'https://git.example/team' })] }, ADDRESS],
    ['may not be written', { registry: { ...registry, readOnly: true } }, ADDRESS],
    ['is a library’s own folder', { registry: { ...registry, layout: 'library' } }, ADDRESS],
    ['is one skill', { registry: { ...registry, layout: 'skill' } }, ADDRESS],
    ['lies on another computer', {}, 'https://skills.example'],
  ])('begins a registry of its own where the served one %s, and says why', (_what, status, address) => {
    const { line, notHere } = begin(status, address);
    expect(line).toBe('skills-registry init -r <folder>');
    expect(notHere).toMatch(/^\p{Lu}.*\.$/u);
  });
});

describe('a request by curl', () => {
  test('asks for exactly the skill, and runs nothing else, whatever its key', () => {
    fc.assert(
      fc.property(fc.array(keys, { minLength: 1, maxLength: 40 }), (list) => {
        const lines = list.map((key) => curlLine(ADDRESS, skillPath(key), 'sh'));
        const script = ['curl() { printf \'%s\\0\' "$@"; }', ...lines].join('\n');
        const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
        expect(stderr).toBe('');
        const asked = stdout.split('\0').slice(0, -1);
        expect(asked.map((url) => decodeURIComponent(url))).toEqual(
          list.map((key) => `${ADDRESS}/v1/skills/${key}`),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('has a line for every key on Windows too, of characters that no shell there acts on', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(curlLine(ADDRESS, skillPath(key), 'windows')).toMatch(
          /^curl\.exe (?:[\w:./-]+|"[\w:./~%-]+")$/,
        );
      }),
    );
  });

  test('has a line for a key with half a character in it', () => {
    expect(curlLine(ADDRESS, '/v1/skills/a/b/\ud800', 'sh')).toBe(`curl ${ADDRESS}/v1/skills/a/b/%EF%BF%BD`);
  });

  test('keeps a question as it is', () => {
    expect(curlLine(ADDRESS, '/v1/find?q=deadlock', 'sh')).toBe(`curl '${ADDRESS}/v1/find?q=deadlock'`);
  });
});

test('the shell is that of the computer that the page is on', () => {
  expect(ownShell({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' })).toBe('windows');
  expect(ownShell({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })).toBe('sh');
});

test('a path of the reference keeps its placeholders, to be filled in', () => {
  expect(curlLine(ADDRESS, '/v1/skills/{lang}', 'sh')).toBe(`curl '${ADDRESS}/v1/skills/{lang}'`);
});

test('a folder is mended by a line only where its name can be pasted', () => {
  expect(fixLine("/home/me/it's", 'sh')).toBe("skills-registry validate --fix '/home/me/it'\\''s'");
  expect(fixLine('C:\\$(calc)', 'windows')).toBeUndefined();
  expect(fixLine(undefined, 'sh')).toBe('skills-registry validate --fix');
});

describe('the words that start the command line', () => {
  test('are those of the service that serves the page, else the name', () => {
    const page = (content: string | null) => ({
      querySelector: () => (content === null ? null : { getAttribute: () => content }),
    });
    expect(commandWords(page('node /srv/skills/skills-registry.cjs') as never)).toBe(
      'node /srv/skills/skills-registry.cjs',
    );
    expect(commandWords(page(null) as never)).toBe('skills-registry');
    expect(commandWords(undefined)).toBe('skills-registry');
  });
});

test.each([
  ['a folder', '/srv/registry', 8702, 'skills-registry serve -r /srv/registry --port 8702'],
  ['a folder with a space', '/srv/my skills', 8701, "skills-registry serve -r '/srv/my skills'"],
  ['a folder that no quoting makes safe', '/srv/a\nb', 8701, 'skills-registry serve'],
  ['an unknown folder', undefined, 8701, 'skills-registry serve'],
  ['nothing known', undefined, undefined, 'skills-registry serve'],
])('a service of %s is started again on its port', (_, folder, port, line) => {
  expect(serveLine({ folder, port }, 'sh')).toBe(line);
});

test('a service is started again with all that it was started with, as far as it tells', () => {
  const served = { folder: '/srv/registry', port: 8702 };
  const options = "--allow-submit --token-file '/home/me/my token'";
  expect(serveLine(served, 'sh', { registries: '', options })).toBe(
    `skills-registry serve -r /srv/registry --port 8702 ${options}`,
  );
  expect(
    serveLine({ ...served, port: 8701 }, 'sh', { registries: '-r /srv/registry -r team', options: '' }),
  ).toBe('skills-registry serve -r /srv/registry -r team');
  const page = (metas: Readonly<Record<string, string>>) => ({
    querySelector: (selector: string) => {
      const content = metas[/skills-registry-(\w+)/.exec(selector)?.[1] ?? ''];
      return content === undefined ? null : { getAttribute: () => content };
    },
  });
  expect(startedWith(page({ registries: '', options: '--allow-submit' }) as never)).toEqual({
    registries: '',
    options: '--allow-submit',
  });
  expect(startedWith(page({ command: 'skills-registry' }) as never)).toBeUndefined();
});

const SERVED = { address: 'http://127.0.0.1:8702', folder: '/srv/my skills' };

test.each([
  ['cursor', 'skills-registry connect cursor --write --url http://127.0.0.1:8702'],
  ['claude-desktop', "skills-registry connect claude-desktop --write -r '/srv/my skills'"],
  ['jetbrains', 'skills-registry connect jetbrains --print --url http://127.0.0.1:8702'],
] as const)('the line for %s connects it to this service, also while others run', (id, line) => {
  expect(connectLine(MCP_CLIENTS[id], SERVED, 'sh')).toBe(line);
});

test('another registry takes the place of the one that the page shows', () => {
  expect(serveInsteadLine('-r <folder>', 8702)).toBe(
    'skills-registry serve --port 8702 --replace -r <folder>',
  );
  expect(serveInsteadLine('--sample', 8701)).toBe('skills-registry serve --replace --sample');
  expect(serveLine({ folder: '/opt/sample', port: 8702, isSample: true }, 'sh')).toBe(
    'skills-registry serve --sample --port 8702',
  );
  expect(stopLine(8702)).toBe('skills-registry stop --port 8702');
});

test.each([
  ['/src/my shop', false, { registries: '' }, "skills-registry sync '/src/my shop' -r /home/a/skills"],
  [undefined, false, { registries: '' }, 'skills-registry sync -r /home/a/skills'],
  // Layers are named as the service was started, and the app's service is asked before others.
  ['/src/shop', false, { registries: '-r own -r team' }, 'skills-registry sync /src/shop -r own -r team'],
  ['/src/shop', true, undefined, 'skills-registry sync /src/shop'],
  // What no shell takes is left to the terminal's own folder.
  ['/src/a\nb', true, undefined, 'skills-registry sync'],
] as const)(
  'the dangers of %j are written by the registry of this page',
  (project, isOfApp, started, line) => {
    const served = { folder: '/home/a/skills', address: ADDRESS, isOfApp };
    expect(syncLine(project, served, 'sh', started)).toBe(line);
  },
);

test('no line writes from a registry on another computer', () => {
  for (const address of ['http://skills.example:8701', 'http://127.0.0.1.example', 'https://10.0.0.2'])
    expect(syncLine('/src', { folder: '/srv', address, isOfApp: false }, 'sh')).toBeUndefined();
  for (const address of ['http://localhost:1/', 'http://[::1]:8701', 'http://127.0.0.2'])
    expect(syncLine('/src', { folder: '/srv', address, isOfApp: false }, 'sh')).toBe(
      'skills-registry sync /src -r /srv',
    );
});

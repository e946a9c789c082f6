import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  externalUrl,
  findSkillFile,
  isServiceUrl,
  isTextFile,
  revealablePath,
} from '../../../src-main/window/openable.ts';

let root: string;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'reveal-')));
  for (const name of ['registry', 'registry-2', 'logs']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'registry', 'index.json'), '{}');
  writeFileSync(join(root, 'registry-2', 'x'), '');
  symlinkSync(join(root, 'registry-2', 'x'), join(root, 'registry', 'out'));
});
afterAll(() => rmSync(root, { recursive: true }));

const reveal = (path: string) => revealablePath(path, [join(root, 'registry'), join(root, 'logs')]);

it('takes paths of the registry, relative and absolute, and the registry itself', async () => {
  expect(await reveal('index.json')).toBe(join(root, 'registry', 'index.json'));
  expect(await reveal(join(root, 'registry', 'index.json'))).toBe(join(root, 'registry', 'index.json'));
  expect(await reveal('.')).toBe(join(root, 'registry'));
  expect(await reveal(join(root, 'logs'))).toBe(join(root, 'logs'));
});

it('refuses what is outside, by dots, by a link, or by a name that only begins alike', async () => {
  for (const path of [
    '../registry-2/x',
    'out',
    join(root, 'registry-2', 'x'),
    '/',
    'index.json\0',
    'missing',
  ])
    expect(await reveal(path), path).toBeUndefined();
});

const KEY = 'rust/tokio-rs/tokio';

it.each([`skills/${KEY}/safety.md`, `${KEY}/safety.md`, `.skills/${KEY}/safety.md`])(
  'finds a skill’s file at %s',
  async (path) => {
    const registry = realpathSync(mkdtempSync(join(root, 'layout-')));
    mkdirSync(dirname(join(registry, path)), { recursive: true });
    writeFileSync(join(registry, path), '');
    expect(await findSkillFile(registry, KEY, 'safety.md')).toBe(join(registry, path));
  },
);

it('finds it at the root of a registry that is one skill, and nowhere else', async () => {
  const registry = realpathSync(mkdtempSync(join(root, 'one-')));
  writeFileSync(join(registry, 'safety.md'), '');
  expect(await findSkillFile(registry, KEY, 'safety.md')).toBeUndefined();
  writeFileSync(join(registry, 'skill.json'), '{}');
  expect(await findSkillFile(registry, KEY, 'safety.md')).toBe(join(registry, 'safety.md'));
});

it('takes texts alone for what may be opened', () => {
  for (const path of ['/a/safety.md', '/a/skill.JSON']) expect(isTextFile(path), path).toBe(true);
  for (const path of ['/a/examples/basic.py', '/a/run.desktop', '/a/x.md.exe', '/a/README'])
    expect(isTextFile(path), path).toBe(false);
});

describe('externalUrl', () => {
  it.each([
    'https://example.com/docs?a=1#b',
    'vscode:mcp/install?%7B%22name%22%3A%22skills%22%7D',
    'vscode-insiders:mcp/install?x',
    'cursor://anysphere.cursor-deeplink/mcp/install?name=skills&config=e30%3D',
  ])('lets %s through', (url) => expect(externalUrl(url)).toBe(url));

  it.each([
    '',
    'nonsense',
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'vscode://file/etc/passwd',
    'vscode:extension/install',
    'cursor://anysphere.cursor-deeplink/mcp/install/../x',
    'https://me:secret@example.com/',
    'smb://server/share',
    'ms-settings:',
    'vscode:mcp/install/more',
  ])('keeps %s in', (url) => expect(externalUrl(url)).toBeUndefined());

  it('only ever lets https and the IDEs’ schemes through', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'file'] }), fc.string()),
        (text) => {
          expect(externalUrl(text) ?? 'https:').toMatch(/^(?:https|vscode|vscode-insiders|cursor):/);
        },
      ),
    );
  });
});

describe('isServiceUrl', () => {
  it('is the running service’s own page and nobody else’s', () => {
    expect(isServiceUrl('http://127.0.0.1:8701/', 'http://127.0.0.1:8701')).toBe(true);
    expect(isServiceUrl('http://127.0.0.1:8702/', 'http://127.0.0.1:8701')).toBe(false);
    expect(isServiceUrl('http://127.0.0.1:8701@evil.example/', 'http://127.0.0.1:8701')).toBe(false);
    expect(isServiceUrl('http://127.0.0.1:8701/', undefined)).toBe(false);
  });
});

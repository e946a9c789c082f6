import { describe, expect, it } from 'vitest';
import { readTexts, summaries } from './read-texts.ts';

const MANIFEST = JSON.stringify({
  dependencies: { ws: '^8.0.0', koa: '^2.0.0', pinned: '1.2.3', local: 'file:../local' },
  devDependencies: { tool: 'npm:real-tool@^1.0.0' },
  peerDependencies: { react: '*' },
});
const NPM_EXPECTED = [
  'pkg:npm/koa direct',
  'pkg:npm/pinned@1.2.3 direct',
  'pkg:npm/real-tool direct dev',
  'pkg:npm/ws@8.18.0 direct',
];

describe('a dependency that was declared since the lock file was written', () => {
  it.each([
    [
      'package-lock.json',
      '{"lockfileVersion":3,"packages":{"":{"dependencies":{"ws":"^8.0.0"}},"node_modules/ws":{"version":"8.18.0"}}}',
    ],
    [
      'pnpm-lock.yaml',
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      ws:\n        specifier: ^8.0.0\n        version: 8.18.0\npackages:\n  ws@8.18.0:\n    resolution: {integrity: x}\nsnapshots:\n  ws@8.18.0: {}\n",
    ],
    ['yarn.lock', '# yarn lockfile v1\n\nws@^8.0.0:\n  version "8.18.0"\n'],
  ])('is listed beside %s', async (lock, text) => {
    const project = await readTexts({ 'package.json': MANIFEST, [lock]: text });
    expect(summaries(project)).toEqual(NPM_EXPECTED);
  });

  it('is listed beside Cargo.lock, and a patched crate is not', async () => {
    const project = await readTexts({
      'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nserde = "1"\ntokio = "1"\npatched = "1"\n',
      'Cargo.lock':
        'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["patched", "serde"]\n[[package]]\nname = "patched"\nversion = "1.0.0"\n[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
    });
    expect(summaries(project)).toEqual(['pkg:cargo/serde@1.0.1 direct', 'pkg:cargo/tokio direct']);
  });

  it.each([
    [
      'uv.lock',
      '[[package]]\nname = "app"\nversion = "1"\nsource = { virtual = "." }\ndependencies = [{ name = "requests" }]\n[[package]]\nname = "requests"\nversion = "2.32.0"\nsource = { registry = "https://pypi.example" }\n',
    ],
    ['poetry.lock', '[[package]]\nname = "requests"\nversion = "2.32.0"\n'],
  ])('is listed beside %s', async (lock, text) => {
    const project = await readTexts({
      'pyproject.toml': '[project]\nname = "app"\ndependencies = ["Requests", "flask==3.0.0", "Django>4"]\n',
      [lock]: text,
    });
    expect(summaries(project)).toEqual([
      'pkg:pypi/django direct',
      'pkg:pypi/flask@3.0.0 direct',
      'pkg:pypi/requests@2.32.0 direct',
    ]);
  });

  it('is not listed beside pdm.lock, which has the chosen groups alone', async () => {
    const project = await readTexts({
      'pyproject.toml':
        '[project]\nname = "app"\ndependencies = ["requests"]\noptional-dependencies = { copier = ["copier"] }\n',
      'pdm.lock': '[[package]]\nname = "requests"\nversion = "2.32.0"\n',
    });
    expect(summaries(project)).toEqual(['pkg:pypi/requests@2.32.0 direct']);
  });
});

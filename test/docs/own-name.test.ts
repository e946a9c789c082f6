import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['docs', 'scripts', 'src-main', 'src-renderer', 'src-server'];

function* texts(): Iterable<string> {
  yield 'README.md';
  for (const folder of FOLDERS)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.(?:md|mjs|tsx?|json)$/.test(name)) yield join(folder, name);
}

it('nothing tells anybody to fetch a package by our name, which anyone could publish', () => {
  const fetching = /\b(?:npx|npm (?:i|install|exec)|dlx|bunx)\b[^\n]*(?<!\.\/)\bskills(?:-registry)?\b/;
  const found = [...texts()].filter((file) => fetching.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

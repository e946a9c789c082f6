import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPage } from './markdown-page.ts';

it('the page about the window has a row for every folder of it but the styles, and no other', () => {
  const rows = readPage('docs/window.md')
    .prose.split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([\w-]+)\/`/g)].map(([, folder = '']) => folder),
  );
  const folders = readdirSync('src-renderer', { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map(({ name }) => name);
  expect([...named, 'styles'].toSorted()).toEqual(folders.toSorted());
});

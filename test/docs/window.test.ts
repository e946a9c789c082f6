/** What the page about the window says of views and keys. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPage } from './markdown-page.ts';

const { prose } = readPage('docs/window.md');

it('the page about the window lists the keys that the window lists', () => {
  const source = readFileSync('src-renderer/ui/shortcuts.tsx', 'utf8');
  const listed = [...source.matchAll(/^ {2}\[.+, '(.+)'\],$/gm)].map(([, does]) => does);
  expect(listed.length).toBeGreaterThan(5);
  const table = prose.slice(prose.indexOf('\n## Keys'), prose.indexOf('\n## Only in the app'));
  const told = [...table.matchAll(/^\| .+ \| (.+) \|$/gm)].map(([, does]) => does).slice(1);
  expect(told).toEqual(listed);
});

it('the page about the window names the views of its bar', () => {
  const source = readFileSync('src-renderer/layout/frame.tsx', 'utf8');
  const views = [...source.matchAll(/^ {2}\['\w+', '(\w+)'\],$/gm)].map(([, word]) => word);
  const told = [...prose.matchAll(/^\| \*\*(\w+)\*\*/gm)].map(([, word]) => word);
  expect(views.length).toBe(4);
  expect(told.filter((word) => word !== 'Reader')).toEqual(views);
});

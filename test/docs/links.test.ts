import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MarkdownPage, ownPages, readPage } from './markdown-page.ts';

const pages = ownPages();
const isWeb = (target: string) => /^[a-z]+:/.test(target);

/** The file that a link leads to, from the project's folder, and the anchor in it. */
function targetOf({ file }: MarkdownPage, link: string) {
  const [path = '', anchor] = link.split('#');
  return { path: path === '' ? file : posix.join(posix.dirname(file), path), anchor };
}

describe.each(pages.map((page) => [page.file, page] as const))('the links of %s', (_file, page) => {
  it('lead to what is there', () => {
    const dead = page.links.filter((link) => {
      if (isWeb(link)) return false;
      const { path, anchor } = targetOf(page, link);
      if (!existsSync(path)) return true;
      return anchor !== undefined && !readPage(path).anchors.has(anchor);
    });
    expect(dead).toEqual([]);
  });

  it('lead out over https alone', () => {
    expect(page.links.filter((link) => isWeb(link) && !link.startsWith('https://'))).toEqual([]);
  });
});

it('every page of docs is found from the README, link by link', () => {
  const found = new Set(['README.md']);
  for (const file of found) {
    const page = readPage(file);
    for (const link of page.links) {
      if (isWeb(link)) continue;
      const { path } = targetOf(page, link);
      if (path.endsWith('.md') && existsSync(path)) found.add(path);
    }
  }
  expect(
    pages.map(({ file }) => file).filter((file) => file.startsWith('docs/') && !found.has(file)),
  ).toEqual([]);
});

import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { type MarkdownPage, ownPages, readPage } from './markdown-page.ts';

const pages = ownPages();
const isWeb = (target: string) => /^[a-z]+:/.test(target);

/** The file that a link leads to, from the project's folder, and the anchor in it. */
function targetOf({ file }: MarkdownPage, link: string) {
  const [path = '', anchor] = link.split('#');
  return { path: path === '' ? file : posix.join(posix.dirname(file), path), anchor };
}

it('links lead to what is there, and out over https alone', () => {
  const dead = pages.flatMap((page) =>
    page.links
      .filter((link) => {
        if (isWeb(link)) return !link.startsWith('https://');
        const { path, anchor } = targetOf(page, link);
        if (!existsSync(path)) return true;
        return anchor !== undefined && !readPage(path).anchors.has(anchor);
      })
      .map((link) => `${page.file}: ${link}`),
  );
  expect(dead).toEqual([]);
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

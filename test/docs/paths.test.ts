import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { ownPages } from './markdown-page.ts';

const TOP = [
  '.github',
  'assets',
  'deploy',
  'docs',
  'scripts',
  'src-main',
  'src-renderer',
  'src-server',
  'test',
];
const files = [
  ...readdirSync('.'),
  ...TOP.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
].map((file) => file.replaceAll('\\', '/'));
/** Files of other programs, and of their users. */
const FOREIGN = new Set([
  'cli.mjs',
  'electron.d.ts',
  'packages/mcp/src/index.ts',
  '.github/mcp.json',
  '.github/copilot-instructions.md',
]);

/** Whether a span of code means a file or folder of ours by its whole path. */
const isPath = (span: string) => TOP.some((folder) => new RegExp(`^${folder}/[\\w./-]*$`).test(span));
/** Whether it means one of our sources by the end of its path; other endings may be those of a user's files. */
const isSource = (span: string) => /^[\w./-]+\.(?:tsx?|mjs|yml)$/.test(span);

/** A path may leave out the ending that all tests have. */
function isThere(span: string): boolean {
  return existsSync(span) || existsSync(`${span}.test.ts`) || existsSync(`${span}.ts`);
}

it('pages name paths and sources that are there', () => {
  // How a skill was checked names sources of its library.
  const pages = ownPages().filter(({ file }) => !file.includes('sample-registry/checks/'));
  const missing = pages.flatMap(({ file, spans }) =>
    spans
      .filter((span) => !FOREIGN.has(span))
      .filter((span) =>
        isPath(span)
          ? !isThere(span) && !isThere(posix.join(posix.dirname(file), span))
          : isSource(span) && !files.some((path) => path === span || path.endsWith(`/${span}`)),
      )
      .map((span) => `${file}: ${span}`),
  );
  expect(missing).toEqual([]);
});

it('a file in deploy names pages that exist', () => {
  const named = readdirSync('deploy').flatMap((file) =>
    [...readFileSync(`deploy/${file}`, 'utf8').matchAll(/\bdocs\/[\w-]+\.md\b/g)].map(
      ([page]) => `${file}: ${page}`,
    ),
  );
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((one) => !existsSync(one.replace(/^.*: /, '')))).toEqual([]);
});

/** Tables of pages that list what the program has. */
import { expect, it } from 'vitest';
import { MCP_CLIENT_IDS } from '../../src-server/contract/clients/clients.ts';
import { openApi } from '../support/openapi-check.ts';
import { readPage } from './markdown-page.ts';

/** First cells that are code, in tables of the page. */
const codeCells = (file: string, cell: RegExp) =>
  readPage(file)
    .prose.split('\n')
    .flatMap((line) => cell.exec(line)?.[1] ?? []);

it('docs/connect.md has a row for each client, and no other', () => {
  expect(codeCells('docs/connect.md', /^\| [^|]+ \| `([a-z-]+)` \|/)).toEqual([...MCP_CLIENT_IDS]);
});

it('docs/http.md has only paths that are answered', () => {
  const paths = codeCells('docs/http.md', /^\| `(\/[^`]*)` \|/).map((path) =>
    path
      .replace('<language>', '{lang}')
      .replace('<file>', '{section}')
      .replace(/<(\w+)>/g, '{$1}'),
  );
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) expect(openApi.paths).toHaveProperty([path]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decideSigning } from '../../scripts/release/signing.mjs';
import { readPage } from './markdown-page.ts';

const { prose } = readPage('docs/releasing.md');

it('the page has every workflow, and no other', () => {
  const rows = [...prose.matchAll(/^\| `([\w-]+\.yml)` \|/gm)].map(([, name]) => name);
  expect(rows.toSorted()).toEqual(readdirSync('.github/workflows').toSorted());
});

it('it has every variable that signs', () => {
  // Without a system of its own, all of them are dropped.
  const variables = decideSigning('linux', {}, '').drop;
  expect(variables.length).toBeGreaterThan(5);
  for (const name of [...variables, 'APPLE_API_KEY_P8']) expect(prose).toContain(`\`${name}\``);
});

it('it has every kind of package that is built', () => {
  const builder = readFileSync('electron-builder.yml', 'utf8');
  for (const kind of ['dmg', 'zip', 'NSIS', 'AppImage', 'deb']) {
    expect(builder.toLowerCase()).toContain(kind.toLowerCase());
    expect(prose).toContain(kind);
  }
});

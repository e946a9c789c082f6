import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPage } from './markdown-page.ts';

/** Pages that say where to click in the app; others name what the system shows. */
const PAGES = ['README.md', 'docs/connect.md', 'docs/keep-running.md', 'docs/security.md'];

const SCREENS = ['src-renderer', 'src-main', 'src-server/contract'];

/** All sources of these folders, with straight apostrophes, as the pages have them. */
function textOf(folders: readonly string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8').replaceAll('’', "'"))
    .join('\n');
}

const anywhere = textOf(SCREENS);
const inSettings = textOf(['src-renderer/views/settings', 'src-server/contract']);

/** What stands in italics and begins as a label does; a list of them is a way through the window. */
const labels = PAGES.flatMap((file) =>
  [...readPage(file).prose.matchAll(/(?<![*\w])\*([A-Z][^*\n]+)\*(?!\*)/g)].flatMap(([, way = '']) => {
    const [first = '', ...rest] = way.split(', ');
    return [
      { file, label: first, text: anywhere },
      ...rest.map((label) => ({ file, label, text: first === 'Settings' ? inSettings : anywhere })),
    ];
  }),
).filter(({ label }) => !label.endsWith('.'));

it('the pages lead through the window by many words', () => {
  expect(labels.length).toBeGreaterThan(10);
});

it.each(labels)('$file: $label is on the screen', ({ label, text }) => {
  expect(text.includes(label), `"${label}" is nowhere in the window or the tray`).toBe(true);
});

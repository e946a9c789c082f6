import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readImports } from '../../scripts/import-walls.mjs';
import { zones } from '../../scripts/import-zones.mjs';
import { readPage } from './markdown-page.ts';

const PAGE = readPage('docs/architecture.md');
const sources = readImports('.');
const picture = PAGE.blocks.find(({ language }) => language === 'mermaid')?.lines ?? [];

/** The files of each box, by its name. */
const boxes = new Map(
  picture.flatMap((line) => {
    const [, name = '', paths = ''] = /^ {2}(\w+)\["(.+)"\]$/.exec(line) ?? [];
    return name === '' ? [] : [[name, paths.split('<br>')] as const];
  }),
);

const drawn = picture.flatMap((line) => {
  const [, from = '', arrow = '', to = ''] = /^ {2}(\w+) (-->|-\.->) (\w+(?: & \w+)*)$/.exec(line) ?? [];
  return from === '' ? [] : to.split(' & ').map((target) => `${from} ${arrow} ${target}`);
});

/** The box that a file lies in; of several the innermost. */
function boxOf(file: string): string | undefined {
  const found = [...boxes].flatMap(([name, paths]) =>
    paths.filter((path) => file === path || file.startsWith(`${path}/`)).map((path) => ({ name, path })),
  );
  return found.sort((a, b) => b.path.length - a.path.length)[0]?.name;
}

/** What is imported between boxes, as arrows. */
function importedArrows(): ReadonlySet<string> {
  const byValue = new Map<string, boolean>();
  for (const { file, imports } of sources) {
    const from = boxOf(file);
    for (const { target, typeOnly } of imports) {
      const to = boxOf(target);
      if (from === undefined || to === undefined || from === to) continue;
      const pair = `${from} ${to}`;
      byValue.set(pair, (byValue.get(pair) ?? false) || !typeOnly);
    }
  }
  return new Set([...byValue].map(([pair, isValue]) => pair.replace(' ', isValue ? ' --> ' : ' -.-> ')));
}

describe('the picture', () => {
  it('is read whole: every line is a box, an arrow, the kind of picture, or empty', () => {
    const arrowLines = picture.filter((line) => /-->|-\.->/.test(line));
    expect(boxes.size + arrowLines.length + 1).toBe(picture.filter((line) => line.trim() !== '').length);
    expect(new Set(drawn).size).toBe(drawn.length);
  });

  it('has an arrow for every import between its boxes, and none that is no import', () => {
    expect(drawn.toSorted()).toEqual([...importedArrows()].toSorted());
  });

  it('leaves out no folder of the server or the main process that has walls of its own', () => {
    const isDrawn = (path: string) => boxOf(path.replace(/\/$/, '')) !== undefined;
    const left = zones.map(({ files }) => files).filter((files) => !isDrawn(files));
    // What everybody may import, and the files beside the folders.
    expect(left).toEqual(['src-server/contract/', 'src-server/']);
  });
});

describe('the table of folders', () => {
  const rows = PAGE.prose.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path),
  );

  it('has a row for every folder of the server, and no other', () => {
    const folders = new Set(
      sources.flatMap(({ file }) => /^src-server\/[a-z-]+(?=\/)/.exec(file)?.[0] ?? []),
    );
    const rowsOfServer = named.filter((path) => /^src-server\/[a-z-]+$/.test(path ?? ''));
    expect(rowsOfServer.toSorted()).toEqual([...folders].toSorted());
  });
});

it('contributors are sent there, and find it from the README', () => {
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain('(docs/architecture.md)');
  expect(readFileSync('README.md', 'utf8')).toContain('(docs/architecture.md)');
});

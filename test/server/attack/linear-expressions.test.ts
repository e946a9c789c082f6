import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it, vi } from 'vitest';
import { growthOver, hostileTexts, UNITS } from '../../support/linear-time.ts';

interface Expression {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Their callers give them lines of at most so many characters; over long lines they may go back. */
const LINES: ReadonlyMap<string, number> = new Map([
  ['src-server/search/speakers.ts', 400],
  ['src-server/search/query.ts', 300],
  ['src-server/search/passages.ts', 200],
]);

const LENGTH = 800;

function sourceFiles(): readonly string[] {
  return ['src-server', 'src-main', 'src-renderer'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
}

function expressionsIn(file: string): readonly Expression[] {
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex !== undefined) found.push({ file, source: regex.pattern, flags: regex.flags });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

/** Pieces of the expression itself: what it reads as written, and its classes by a character each. */
function ownUnits(source: string): readonly string[] {
  const plain = source
    .replace(/\(\?(?:<?[=!]|:|<\w+>)/g, '(')
    .replace(/\[\^?(?:\\.|[^\]\\])*\]/g, 'a')
    .replace(/\\[wpPb](?:\{[^}]*\})?/g, 'a')
    .replace(/\\d/g, '0')
    .replace(/\\s/g, ' ')
    .replace(/\\([^\w])/g, '$1');
  const words = plain.split(/[()|^$*+?{}]+/).filter((word) => word !== '' && word.length < 40);
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return [...new Set([...words, ...pairs, words.slice(0, 4).join('')])].filter((unit) => unit !== '');
}

function inLines(textOf: (length: number) => string, characters: number): (length: number) => string {
  return (length) => `${textOf(characters - 20)}\n`.repeat(Math.ceil(length / characters));
}

/** Files in which expressions are put together: when they are loaded, or by a call. */
const MAKERS = new Map<string, (exported: Exported) => void>([
  ['src-server/platform/markdown.ts', () => {}],
  ['src-server/search/query.ts', () => {}],
  ['src-server/search/speakers.ts', () => {}],
  ['src-server/contract/agent-lines.ts', () => {}],
  ['src-server/contract/outside-text.ts', () => {}],
  ['src-server/contract/schema.ts', ({ surelyFits }) => surelyFits?.({ pattern: '\\S' }, 'a')],
  ['src-renderer/ui/revealed.tsx', () => {}],
  ['src-server/validation/rules/texts.ts', () => {}],
  ['src-server/validation/rules/withheld.ts', () => {}],
  [
    'src-server/platform/changed-lines.ts',
    ({ findBlock, blockMarks }) => findBlock?.('', blockMarks?.('cursor')),
  ],
  [
    'src-renderer/layout/find-bar.tsx',
    ({ patternOf }) => {
      for (const words of ['a', 'a a', 'a ( a', '. .', `${'a '.repeat(100)}b`]) patternOf?.(words);
    },
  ],
]);

type Exported = Readonly<Record<string, ((...given: unknown[]) => unknown) | undefined>>;

/** What a file constructs while it is loaded and called; of files that load each other, by the file that is asked. */
async function constructedIn(
  file: string,
  call: (exported: Exported) => void,
): Promise<readonly Expression[]> {
  const found: Expression[] = [];
  const Original = RegExp;
  class Recorded extends Original {
    constructor(source: string | RegExp, flags?: string) {
      super(source, flags);
      found.push({ file, source: this.source, flags: this.flags });
    }
  }
  vi.resetModules();
  vi.stubGlobal('RegExp', Recorded);
  try {
    call(await import(/* @vite-ignore */ `${import.meta.dirname}/../../../${file}`));
  } finally {
    vi.unstubAllGlobals();
  }
  return found;
}

async function slowOnes(all: readonly Expression[]): Promise<readonly string[]> {
  const slow = new Set<string>();
  for (const { file, source, flags } of all) {
    const characters = LINES.get(file);
    const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    for (const textOf of hostileTexts([...ownUnits(source), ...UNITS])) {
      const made = characters === undefined ? textOf : inLines(textOf, characters);
      const growth = await growthOver((text) => text.replace(expression, ''), made, LENGTH);
      if (growth === undefined) continue;
      slow.add(`${file}: /${source}/${flags} takes ${growth}`);
      break;
    }
  }
  return [...slow];
}

it('every expression of the sources takes linear time, whatever a text repeats', async () => {
  const all = sourceFiles().flatMap(expressionsIn);
  expect(all.length).toBeGreaterThan(500);
  expect(await slowOnes(all)).toEqual([]);
});

it('every expression that the sources put together takes linear time, too', async () => {
  const makers = sourceFiles().filter((file) => readFileSync(file, 'utf8').includes('new RegExp('));
  expect(makers.toSorted()).toEqual([...MAKERS.keys()].toSorted());
  const all = new Map<string, readonly Expression[]>();
  for (const [file, call] of MAKERS) all.set(file, await constructedIn(file, call));
  expect([...all].filter(([, made]) => made.length === 0)).toEqual([]);
  expect(await slowOnes([...all.values()].flat())).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { readTexts } from './read-texts.ts';

/** A reader that looks at a text again for each of its characters would take minutes. */
const SIZE = 400_000;
/** A line's end for regular expressions, and none for the readers. */
const SEPARATOR = '\u2028';
const spaces = ' '.repeat(SIZE);
const many = (text: string) => text.repeat(SIZE / text.length);

const TEXTS: readonly (readonly [about: string, file: string, text: string])[] = [
  ['spaces within a line', 'requirements.txt', `a${spaces}b\n`],
  ['spaces and brackets that close nothing', 'requirements.txt', `a${spaces}((\n`],
  ['spaces before a separator', 'requirements.txt', `a${spaces}b${SEPARATOR}c\n`],
  ['spaces behind an option', 'requirements.txt', `-r${spaces}b${SEPARATOR}c\n`],
  ['slashes in an address', 'requirements.txt', `a @ git+${many('/')}\n`],
  ['an address with many marks', 'requirements.txt', `a @ git+https://${many('/@')}\n`],
  ['a comment of many marks', 'requirements.txt', `git+https://a.org/${many('#')}egg=a${SEPARATOR}b\n`],
  ['marks behind a requirement', 'requirements.txt', `a${many(' #')}`],
  ['spaces within a requirement', 'pyproject.toml', `[project]\ndependencies = ["a${spaces}(("]\n`],
  ['spaces within a line', 'yarn.lock', `a${spaces}b\n`],
  ['colons before a separator', 'pnpm-lock.yaml', `a${many(': ')}${SEPARATOR}b\n`],
  ['spaces before a separator', 'pnpm-lock.yaml', `a:${spaces}b${SEPARATOR}c\n`],
  [
    'brackets before a separator',
    'pnpm-lock.yaml',
    `packages:\n  'a@1${many('(')}${SEPARATOR}b':\n    dev: true\n`,
  ],
  ['quotes', 'pnpm-lock.yaml', many('"')],
  ['empty lines', 'conanfile.py', `${many('\n')}a`],
  ['marks before a separator', 'conanfile.txt', `[requires]\na${many(' #')}${SEPARATOR}b\n`],
  ['slashes in a replaced path', 'go.mod', `module a.org/a\nrequire a.org/${many('/')} v1.0.0\n`],
  ['spaces before a separator', 'setup.cfg', `a${spaces}b${SEPARATOR}=c\n`],
  ['quotes in a marker', 'pylock.toml', `[[packages]]\nname = "a"\nmarker = '${many('"a')}'\n`],
];

describe('a line that somebody made to keep the reader busy', () => {
  it.each(TEXTS)(
    '%s, %s',
    async (_, file, text) => {
      expect(await readTexts({ [file]: text })).toMatchObject({ isProject: true });
    },
    60_000,
  );
});

describe('a name that a project repeats', () => {
  it('is one requirement, however many packages of a lock file have it', async () => {
    const lock = '[[package]]\nname = "a"\nversion = "1"\n'.repeat(10_000);
    const found = await readTexts({
      'pyproject.toml': `[project]\ndependencies = [${'"a",'.repeat(30_000)}]\n`,
      'uv.lock': lock,
    });
    expect(found.packages).toMatchObject([{ purl: 'pkg:pypi/a@1', direct: true }]);
  });
});

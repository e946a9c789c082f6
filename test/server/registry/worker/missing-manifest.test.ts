import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import {
  type Files,
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
} from '../../../support/temporary-registry.ts';

const KEY = 'cpp/gabime/spdlog';
const TINY = 'js/acme/tiny';
const FOLDER = `skills/${TINY}`;

const files = (folder: string, names: readonly string[]): Files =>
  Object.fromEntries(names.map((name) => [`${folder}/${name}`, `# ${name}\n`]));

/** What is said of missing skill.json in a folder with these files beside one whole skill. */
async function missing(more: Files, base: Files = skillFiles(`skills/${KEY}`, KEY)) {
  const { diagnostics } = await readSnapshot(temporaryFolder({ ...base, ...more }));
  return diagnostics.filter(({ code }) => code === 'skill-json-missing');
}

describe('a folder that is a skill but for its skill.json', () => {
  it('is named with what is there of it', async () => {
    expect(
      await missing(files(FOLDER, ['notes.md', 'overview.md', 'pitfalls.md', 'examples/basic.js'])),
    ).toEqual([
      {
        code: 'skill-json-missing',
        severity: 'error',
        message: 'There is no skill.json beside overview.md, pitfalls.md.',
        skillKey: TINY,
        file: `${FOLDER}/overview.md`,
      },
    ]);
  });

  it.each(['skills.json', 'Skill.json', 'SKILL.JSON', 'skill.json.txt', 'Skills.json'])(
    'is told apart where its skill.json is called %s',
    async (name) => {
      expect(await missing(files(FOLDER, ['safety.md', name]))).toEqual([
        expect.objectContaining({
          message: `There is no skill.json beside safety.md, but ${name}.`,
          file: `${FOLDER}/${name}`,
          fix: `Rename ${name} to skill.json.`,
        }),
      ]);
    },
  );

  it('is found where the languages lie in the registry’s folder itself, too', async () => {
    const base = { ...skillFiles(KEY, KEY), 'index.json': { schema: 'skills/v1', skills: [] } };
    expect(await missing(files(TINY, ['overview.md']), base)).toHaveLength(1);
    expect(await missing(files('notes/acme/tiny', ['overview.md']), base)).toEqual([]);
  });

  it('is found behind a link, under the link’s name', async () => {
    const root = temporaryRegistry([KEY], files('shelf/tiny', ['overview.md']));
    symlinkSync(join(root, 'shelf'), join(root, 'skills/cpp/acme'));
    const { diagnostics } = await readSnapshot(root);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['skill-json-missing', 'skills/cpp/acme/tiny/overview.md'],
    ]);
  });
});

describe('nothing is missed in', () => {
  it.each<readonly [string, Files]>([
    ['a skill', skillFiles(FOLDER, TINY)],
    ['a draft', skillFiles(FOLDER, TINY, {}, { 'safety.md': '{{write: what is never done}}' })],
    ['an empty folder', { [`${FOLDER}/.keep`]: '' }],
    ['a folder with another text', files(FOLDER, ['README.md', 'notes.md'])],
    ['a folder that only has the examples of a skill', files(FOLDER, ['examples/basic.js'])],
    ['a folder with a folder of such a name', files(FOLDER, ['overview.md/notes.txt'])],
    ['an author’s folder', files('skills/js/acme', ['README.md', 'overview.md'])],
    ['a folder deeper than skills lie', files(`${FOLDER}/more`, ['overview.md'])],
    ['the documentation beside the languages', files('skills/docs/writing/skills', ['overview.md'])],
    ['an author’s documentation', files('skills/js/acme/docs', ['overview.md'])],
    ['a hidden folder', files('skills/js/acme/.tiny', ['overview.md'])],
    ['the packages of a program', files('skills/node_modules/acme/tiny', ['overview.md'])],
    ['the examples of a skill', files(`skills/${KEY}/examples`, ['overview.md'])],
    ['another folder of a skill', files(`skills/${KEY}/more`, ['overview.md'])],
    [
      'a folder of a skill that lies higher than its key',
      { ...skillFiles('skills/go', 'go/jackc/pgx'), ...files('skills/go/a/b', ['overview.md']) },
    ],
    ['a folder beside skills/', files('js/acme/tiny', ['overview.md'])],
  ])('%s', async (_what, more) => {
    expect(await missing(more)).toEqual([]);
  });

  it.each<readonly [string, Files]>([
    ['that is one skill', skillFiles('.', KEY)],
    ['of a library', skillFiles('.skills', KEY)],
  ])('a folder %s', async (_what, base) => {
    const more = {
      ...files('js/acme/tiny', ['overview.md']),
      ...files('.skills/js/acme/tiny', ['overview.md']),
    };
    expect(await missing(more, base)).toEqual([]);
  });
});

import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServed } from '../support/disk-lab/served.ts';
import { temporaryRegistry } from '../support/temporary-registry.ts';
import { eventually } from '../support/test-server.ts';
import { notOnLinux, unless } from '../support/unless.ts';

const KEY = 'cpp/gabime/spdlog';
const OTHER = 'go/jackc/pgx';
const FAULTY = Buffer.from([0xff, 0xfe]);

/** Where such a name is looked for outside of CI too: one of a folder with skills, one of a file. */
const EVERYDAY = ['an author', 'a knowledge file'];

/** A path that no string can name. */
const faultyPath = (folder: string, before: string, after = '') =>
  Buffer.concat([Buffer.from(`${folder}/${before}`), FAULTY, Buffer.from(after)]);

describe('a name that isn’t UTF-8', unless(notOnLinux), () => {
  const PLACES: ReadonlyArray<readonly [string, string, (registry: string) => void]> = [
    [
      'a language',
      'skills',
      (registry) => renameSync(join(registry, 'skills/cpp'), faultyPath(join(registry, 'skills'), 'cpp')),
    ],
    [
      'an author',
      'skills/cpp',
      (registry) =>
        renameSync(
          join(registry, 'skills/cpp/gabime'),
          faultyPath(join(registry, 'skills/cpp'), 'gab', 'ime'),
        ),
    ],
    [
      'a skill',
      'skills/cpp/gabime',
      (registry) =>
        renameSync(
          join(registry, 'skills', KEY),
          faultyPath(join(registry, 'skills/cpp/gabime'), 'spd', 'log'),
        ),
    ],
    [
      'a knowledge file',
      `skills/${KEY}`,
      (registry) => writeFileSync(faultyPath(join(registry, 'skills', KEY), 'more', '.md'), 'More.\n'),
    ],
    [
      'an example',
      `skills/${KEY}/examples`,
      (registry) =>
        writeFileSync(faultyPath(join(registry, 'skills', KEY, 'examples'), 'more', '.cpp'), 'More.\n'),
    ],
    [
      'a folder of examples',
      `skills/${KEY}/examples`,
      (registry) => mkdirSync(faultyPath(join(registry, 'skills', KEY, 'examples'), 'more')),
    ],
  ];

  for (const [what, folder, arrange] of PLACES) {
    const tags = EVERYDAY.includes(what) ? [] : ['ci'];

    it(`of ${what} gives a diagnostic with the place at the start`, { tags }, async () => {
      const registry = temporaryRegistry([KEY, OTHER]);
      arrange(registry);
      const served = await startServed(registry, undefined);
      const told = (await served.diagnostics()).filter(({ message }) => /UTF-8/i.test(message));
      expect(told.map(({ file, skillKey }) => file ?? skillKey ?? '')).toEqual([
        expect.stringMatching(new RegExp(`^${folder}(/|$)`)),
      ]);
      expect((await served.get(`/v1/skills/${OTHER}`)).status).toBe(200);
    });

    it(`of ${what} gives the diagnostic also later, until the name is gone`, { tags }, async () => {
      const registry = temporaryRegistry([KEY, OTHER]);
      const kept = `${registry}-kept`;
      cpSync(join(registry, 'skills'), kept, { recursive: true });
      const served = await startServed(registry, undefined);
      arrange(registry);
      await eventually(
        () => served.diagnostics(),
        (all) => all.some(({ file, message }) => /UTF-8/i.test(message) && file?.startsWith(folder)),
      );
      renameSync(join(registry, 'skills'), `${kept}-former`);
      renameSync(kept, join(registry, 'skills'));
      await eventually(
        () => served.diagnostics(),
        (all) => !all.some(({ message }) => /UTF-8/i.test(message)),
      );
      expect(await served.keys()).toEqual([KEY, OTHER]);
    });
  }
});

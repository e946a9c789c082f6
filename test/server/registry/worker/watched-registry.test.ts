import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  contentOf,
  follow,
  freshContentOf,
  layersOf,
  withoutHistory,
} from '../../../support/followed-registry.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../../support/temporary-registry.ts';

const WAIT = { timeout: 60_000, interval: 50 };
/** Without the scan of everything that would hide a lost event. */
const WATCHED = { watch: 'events', scanIntervalMs: 0 } as const;
const KEYS = Array.from({ length: 24 }, (_, at) => `${['go', 'cpp', 'js'][at % 3]}/acme${at % 5}/lib${at}`);
const [KEY = ''] = KEYS;

type Followed = ReturnType<typeof follow>;

const scansOf = ({ served }: Followed) => served.messages.filter(({ type }) => type === 'scanned').length;

/** Resolves when all folders are watched: with the second scan. */
async function watched(folders: string | readonly string[]): Promise<Followed> {
  const followed = follow(folders, WATCHED);
  await vi.waitFor(() => expect(scansOf(followed)).toBeGreaterThan(1), WAIT);
  return followed;
}

async function showsEdit({ served }: Followed, root: string, key = KEY): Promise<void> {
  const text = `# Safety\n\nOf ${Math.random()}.\n`;
  writeFiles(root, { [`skills/${key}/safety.md`]: text });
  await vi.waitFor(() => expect(served.records.get(key)?.texts.get('safety.md')).toBe(text), WAIT);
}

/** The same registry in another folder, with one more skill. */
function copyOf(root: string, key = 'rust/new/one'): string {
  const copy = `${root}.new`;
  cpSync(root, copy, { recursive: true });
  writeFiles(copy, skillFiles(`skills/${key}`, key));
  return copy;
}

describe('an edit is served after', () => {
  const replacements: readonly [string, (root: string) => void][] = [
    [
      'another folder was renamed to the registry’s name',
      (root) => {
        const copy = copyOf(root);
        renameSync(root, `${root}.old`);
        renameSync(copy, root);
        rmSync(`${root}.old`, { recursive: true });
      },
    ],
    [
      'the former folder was kept beside it',
      (root) => {
        const copy = copyOf(root);
        renameSync(root, `${root}.old`);
        renameSync(copy, root);
      },
    ],
    [
      'the registry was removed and copied again',
      (root) => {
        const copy = copyOf(root);
        rmSync(root, { recursive: true });
        cpSync(copy, root, { recursive: true });
      },
    ],
    [
      'skills/ was replaced',
      (root) => {
        const copy = copyOf(root);
        renameSync(join(root, 'skills'), join(root, 'old'));
        renameSync(join(copy, 'skills'), join(root, 'skills'));
      },
    ],
    [
      'a language’s folder was replaced',
      (root) => {
        const copy = copyOf(root);
        renameSync(join(root, 'skills/go'), join(root, 'go.old'));
        renameSync(join(copy, 'skills/go'), join(root, 'skills/go'));
        renameSync(join(copy, 'skills/rust'), join(root, 'skills/rust'));
      },
    ],
    [
      'a folder above was replaced',
      (root) => {
        copyOf(root);
        const above = dirname(root);
        cpSync(above, `${above}.copy`, { recursive: true });
        renameSync(above, `${above}.old`);
        renameSync(`${above}.copy`, above);
        rmSync(root, { recursive: true });
        renameSync(`${root}.new`, root);
      },
    ],
  ];

  it.each(replacements)('%s', async (_, replace) => {
    const outer = temporaryFolder();
    const root = join(outer, 'above/registry');
    for (const key of KEYS) writeFiles(root, skillFiles(`skills/${key}`, key));
    const followed = await watched(root);
    replace(root);
    await vi.waitFor(() => expect(followed.served.records.has('rust/new/one')).toBe(true), WAIT);
    await showsEdit(followed, root);
    await showsEdit(followed, root, 'rust/new/one');
    writeFiles(root, { 'index.json': { schema: 'skills/v1', version: 77, skills: [] } });
    await vi.waitFor(() => expect(followed.served.state?.head.version).toBe(77), WAIT);
    expect(withoutHistory(contentOf(followed.served))).toEqual(withoutHistory(freshContentOf(root)));
  });

  it('the link to the registry was swapped, and swapped back', async () => {
    const one = temporaryRegistry(KEYS);
    const two = copyOf(one);
    const link = join(temporaryFolder(), 'current');
    const swap = (target: string) => {
      symlinkSync(target, `${link}.next`);
      renameSync(`${link}.next`, link);
    };
    swap(one);
    const followed = await watched(link);
    swap(two);
    await vi.waitFor(() => expect(followed.served.records.has('rust/new/one')).toBe(true), WAIT);
    await showsEdit(followed, two);
    swap(one);
    await vi.waitFor(() => expect(followed.served.records.has('rust/new/one')).toBe(false), WAIT);
    await showsEdit(followed, one);
    rmSync(two, { recursive: true });
  });
});

describe('a registry that is replaced by the same bytes', () => {
  it('posts no skill, and counts no version', async () => {
    const root = temporaryRegistry(KEYS, { 'index.json': { schema: 'skills/v1', version: 5, skills: [] } });
    const followed = await watched(root);
    const { served } = followed;
    await vi.waitFor(() => expect([...served.records.values()].at(-1)?.findings.isChecked).toBe(true), WAIT);
    served.messages.length = 0;
    cpSync(root, `${root}.new`, { recursive: true });
    renameSync(root, `${root}.old`);
    renameSync(`${root}.new`, root);
    await showsEdit(followed, root);
    const changed = served.patches.flatMap((patch) => patch.changed.map(({ key }) => key));
    expect(new Set(changed)).toEqual(new Set([KEY]));
    expect(served.state?.head.version).toBe(6);
    rmSync(`${root}.old`, { recursive: true });
  });
});

describe('skills/ that is moved away', () => {
  it('stays served, and is over when it is back', async () => {
    const root = temporaryRegistry(KEYS);
    const followed = await watched(root);
    const { served } = followed;
    renameSync(join(root, 'skills'), join(root, 'away'));
    await vi.waitFor(
      () => expect(served.state?.general).toMatchObject([{ code: 'unreadable-kept', file: 'skills' }]),
      WAIT,
    );
    expect(served.records.size).toBe(KEYS.length);
    renameSync(join(root, 'away'), join(root, 'skills'));
    await vi.waitFor(() => expect(served.state?.general).toEqual([]), WAIT);
    await showsEdit(followed, root);
  });
});

describe('a folder that can’t be read', () => {
  it('is tried again, while edits of others are served', async () => {
    const root = temporaryRegistry(KEYS);
    const followed = await watched(root);
    const { served, disk } = followed;
    disk.fail(join(root, 'skills/go'), 'EACCES');
    await showsEdit(followed, root, 'js/acme2/lib2');
    writeFiles(root, { [`skills/${KEY}/safety.md`]: 'Unseen.' });
    await vi.waitFor(() => expect(served.state?.general).toMatchObject([{ code: 'unreadable-kept' }]), WAIT);
    disk.heal(join(root, 'skills/go'));
    await vi.waitFor(() => expect(served.records.get(KEY)?.texts.get('safety.md')).toBe('Unseen.'), WAIT);
    expect(contentOf(served)).toEqual(freshContentOf(root));
  });
});

interface World {
  /** A link that leads to `root`. */
  readonly picked: string;
  readonly root: string;
  readonly lower: string;
  readonly disk: Followed['disk'];
  readonly setLayers: (count: 1 | 2) => void;
}

const some = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 20 });
const PLACES = ['skills/go', 'skills/cpp/acme1', `skills/${KEY}`, `skills/${KEY}/safety.md`, 'index.json'];

/** Each by its effect on the disk or on what is served. */
const change: fc.Arbitrary<(world: World) => void> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(some, fc.string()).map(editAll) },
  fc.tuple(some, fc.nat(9)).map(([keys, version]) => ({ root }: World) => {
    for (const key of keys) writeFiles(root, skillFiles(`skills/${key}`, key, { version: `2.${version}.0` }));
  }),
  fc.tuple(some, fc.nat(9)).map(([keys, at]) => ({ root }: World) => {
    for (const key of keys) writeFiles(root, skillFiles(`skills/${key}-${at}`, `${key}-${at}`));
  }),
  some.map((keys) => ({ root }: World) => {
    for (const key of keys) rmSync(join(root, 'skills', key), { recursive: true, force: true });
  }),
  fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...KEYS)).map(([from, to]) => ({ root }: World) => {
    if (from === to) return;
    rmSync(join(root, 'skills', to), { recursive: true, force: true });
    renameSync(join(root, 'skills', from), join(root, 'skills', to));
  }),
  some.map((keys) => ({ root }: World) => {
    for (const key of keys) {
      writeFileSync(join(root, 'skills', key, '.safety.md.swp'), `# Saved\n\n${key}\n`);
      renameSync(join(root, 'skills', key, '.safety.md.swp'), join(root, 'skills', key, 'safety.md'));
    }
  }),
  fc.tuple(some, some).map(([keys, needed]) => ({ root }: World) => {
    const dependencies = { skills: needed };
    for (const key of keys) writeFiles(root, skillFiles(`skills/${key}`, key, { dependencies }));
  }),
  some.map((keys) => ({ root }: World) => {
    const skills = keys.map((key) => ({ key, summary: `Of ${key}.` }));
    writeFiles(root, { 'index.json': { schema: 'skills/v1', version: 3, skills } });
  }),
  fc.constant(({ root }: World) => {
    cpSync(root, `${root}.next`, { recursive: true });
    renameSync(root, `${root}.last`);
    renameSync(`${root}.next`, root);
    rmSync(`${root}.last`, { recursive: true });
  }),
  fc.constant(({ root }: World) => {
    cpSync(root, `${root}.next`, { recursive: true });
    rmSync(root, { recursive: true });
    cpSync(`${root}.next`, root, { recursive: true });
    rmSync(`${root}.next`, { recursive: true });
  }),
  fc.constant(({ root, picked }: World) => {
    cpSync(root, `${root}.next`, { recursive: true });
    symlinkSync(`${root}.next`, `${picked}.next`);
    renameSync(`${picked}.next`, picked);
    rmSync(root, { recursive: true });
    renameSync(`${root}.next`, root);
    symlinkSync(root, `${picked}.next`);
    renameSync(`${picked}.next`, picked);
  }),
  fc.constant(({ root }: World) => {
    renameSync(join(root, 'skills'), join(root, 'away'));
    renameSync(join(root, 'away'), join(root, 'skills'));
  }),
  fc.constantFrom(...PLACES).map(
    (place) =>
      ({ root, disk }: World) =>
        disk.fail(join(root, place), 'EACCES'),
  ),
  fc.constantFrom(...PLACES).map(
    (place) =>
      ({ root, disk }: World) =>
        disk.heal(join(root, place)),
  ),
  fc.tuple(some, fc.string()).map(([keys, text]) => ({ lower }: World) => {
    for (const key of keys) writeFiles(lower, skillFiles(`skills/${key}`, key, {}, { 'safety.md': text }));
  }),
  fc.constantFrom(1 as const, 2 as const).map(
    (count) =>
      ({ setLayers }: World) =>
        setLayers(count),
  ),
);

function editAll([keys, text]: readonly [readonly string[], string]) {
  return ({ root }: World) => {
    for (const key of keys) {
      mkdirSync(join(root, 'skills', key), { recursive: true });
      writeFileSync(join(root, 'skills', key, 'overview.md'), `# ${key}\n\n${text}\n`);
    }
  };
}

describe('any sequence of changes to many skills, replaced folders, lost permissions and layers', () => {
  it('leads, by what the watcher tells, to what a new process serves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(change, fc.constantFrom(0, 20, 250)), { minLength: 2, maxLength: 8 }),
        async (changes) => {
          const outer = temporaryFolder();
          const [root, lower, picked] = ['one', 'two', 'current'].map((name) => join(outer, name)) as [
            string,
            string,
            string,
          ];
          for (const key of KEYS) writeFiles(root, skillFiles(`skills/${key}`, key));
          writeFiles(lower, skillFiles('skills/js/lower/only', 'js/lower/only'));
          symlinkSync(root, picked);
          const followed = await watched(picked);
          const { served, disk, worker } = followed;
          let folders: readonly string[] = [picked];
          const setLayers = (count: 1 | 2) => {
            folders = [picked, lower].slice(0, count);
            worker.take({ layers: layersOf(...folders) });
          };
          for (const [apply, pauseMs] of changes) {
            try {
              apply({ root, lower, picked, disk, setLayers });
            } catch {
              // What the disk refuses, such as a folder that is gone, is no change.
            }
            await setTimeout(pauseMs);
          }
          for (const place of PLACES) disk.heal(join(root, place));
          await vi.waitFor(
            () =>
              expect(withoutHistory(contentOf(served))).toEqual(withoutHistory(freshContentOf(...folders))),
            { timeout: 60_000, interval: 300 },
          );
          worker.close();
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
  });
});

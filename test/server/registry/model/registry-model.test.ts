import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDiagnostics,
  countBySeverity,
  diagnose,
} from '../../../../src-server/contract/diagnostics/diagnostic.ts';
import type { FolderDelta, UnreadablePath } from '../../../../src-server/registry/model/folder-delta.ts';
import { parseIndexFile } from '../../../../src-server/registry/model/registry-index-file.ts';
import {
  emptyModel,
  nextModel,
  type RegistryModel,
} from '../../../../src-server/registry/model/registry-model.ts';
import {
  allFindings,
  emptySnapshot,
  loaderFindings,
  type RegistryLocation,
  type RegistrySnapshot,
} from '../../../../src-server/registry/model/registry-snapshot.ts';
import type { SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { applyUpdate, updateTo } from '../../../../src-server/registry/model/snapshot-update.ts';
import { checkSkillFast } from '../../../../src-server/validation/check-skill.ts';
import { checkRelations } from '../../../support/check-relations.ts';
import { skillFolder } from '../../../support/skill-folder.ts';
import { manifest } from '../../../support/temporary-registry.ts';

const NOW = new Date('2026-03-04T05:06:07Z');
const LOCATION: RegistryLocation = { root: '/registry', skillsFolder: 'skills', layout: 'registry' };
const NOTHING: FolderDelta = { upserted: [], removed: [] };

const FILES = ['overview.md', 'pitfalls.md', 'safety.md', 'examples/basic.txt'];

/** A folder somewhere in the registry that holds a whole skill. */
function wholeSkill(
  folder: string,
  key: string,
  changes: Readonly<Record<string, unknown>> = {},
): SkillFolder {
  return skillFolder(key, {
    folder,
    directory: `/registry/${folder}`,
    manifest: manifest(key, changes),
    files: new Map(FILES.map((path) => [path, { path, size: 10, mtimeMs: 1, ctimeMs: 1, ino: 1 }])),
    contents: FILES,
    fingerprint: JSON.stringify(changes),
  });
}

function place(path: string, code = 'EIO'): UnreadablePath {
  return { path, code, since: '2026-03-01T00:00:00Z' };
}

function indexFile(entries: ReadonlyArray<Record<string, unknown>>, more: Record<string, unknown> = {}) {
  const head = { schema: 'skills/v1', version: 3, updated_at: '2026-02-03T00:00:00Z' };
  return parseIndexFile(JSON.stringify({ ...head, ...more, skills: entries }));
}

/** A registry after these deltas, from the first on. */
function snapshotAfter(...deltas: ReadonlyArray<Partial<FolderDelta>>): RegistryModel {
  return deltas.reduce(
    (snapshot, delta) => nextModel(snapshot, { ...NOTHING, ...delta }, NOW).snapshot,
    emptyModel(LOCATION),
  );
}

function upsert(...upserted: SkillFolder[]): Partial<FolderDelta> {
  return { upserted };
}

function findings(snapshot: RegistrySnapshot): readonly string[] {
  return [...allFindings(snapshot)]
    .sort(compareDiagnostics)
    .map(({ code, skillKey }) => `${code} ${skillKey ?? ''}`);
}

const SPDLOG = wholeSkill('skills/cpp/gabime/spdlog', 'cpp/gabime/spdlog');
const PGX = wholeSkill('skills/go/jackc/pgx', 'go/jackc/pgx');

describe('a delta', () => {
  it('tells which keys it changed and which it removed', () => {
    const first = nextModel(emptyModel(LOCATION), { upserted: [SPDLOG, PGX], removed: [] }, NOW);
    expect([...first.changed].sort()).toEqual(['cpp/gabime/spdlog', 'go/jackc/pgx']);
    const second = nextModel(first.snapshot, { upserted: [{ ...PGX }], removed: [SPDLOG.folder] }, NOW);
    expect(second.changed).toEqual(['go/jackc/pgx']);
    expect(second.removed).toEqual(['cpp/gabime/spdlog']);
  });

  it('leaves the snapshot it is applied to as it was', () => {
    const before = snapshotAfter(upsert(SPDLOG, PGX), { indexFile: indexFile([{ key: 'go/jackc/pgx' }]) });
    const seen = describeAll(before);
    nextModel(
      before,
      { upserted: [wholeSkill('skills/js/a/b', 'js/a/b')], removed: [PGX.folder], indexFile: indexFile([]) },
      NOW,
    );
    expect(describeAll(before)).toEqual(seen);
  });

  it('leaves the objects of every other skill as they were', () => {
    const before = snapshotAfter(upsert(SPDLOG, PGX), {
      indexFile: indexFile([{ key: 'go/jackc/pgx', extra: 1 }]),
    });
    const now = nextModel(before, { ...NOTHING, upserted: [{ ...SPDLOG }] }, NOW).snapshot;
    expect(now.skills.get('go/jackc/pgx')).toBe(before.skills.get('go/jackc/pgx'));
    expect(now.entries.get('go/jackc/pgx')).toBe(before.entries.get('go/jackc/pgx'));
    expect(now.entries.get('cpp/gabime/spdlog')).not.toBe(before.entries.get('cpp/gabime/spdlog'));
  });

  it('keeps the entries of an index.json that says the same elsewhere in the file', () => {
    const before = snapshotAfter(upsert(SPDLOG, PGX), {
      indexFile: indexFile([{ key: 'go/jackc/pgx', trust_score: 99 }]),
    });
    const moved = indexFile([{ key: 'cpp/gabime/spdlog' }, { key: 'go/jackc/pgx', trust_score: 99 }]);
    const { snapshot, changed } = nextModel(before, { ...NOTHING, indexFile: moved }, NOW);
    expect(changed).toEqual([]);
    expect(snapshot.entries.get('go/jackc/pgx')).toBe(before.entries.get('go/jackc/pgx'));
    const disagrees = [...allFindings(snapshot)].find(({ code }) => code === 'index-entry-disagrees');
    expect(disagrees?.pointer).toBe('/skills/1');
  });

  it('gives a key to the folder that is next in line once the first is gone', () => {
    const [first, second] = [wholeSkill('skills/a', 'cpp/x/y'), wholeSkill('skills/b', 'cpp/x/y')];
    const both = snapshotAfter(upsert(second, first));
    expect(both.skills.get('cpp/x/y')?.folder).toBe('skills/a');
    const { snapshot, changed } = nextModel(both, { ...NOTHING, removed: ['skills/a'] }, NOW);
    expect(snapshot.skills.get('cpp/x/y')?.folder).toBe('skills/b');
    expect(changed).toEqual(['cpp/x/y']);
    expect(findings(snapshot)).not.toContain('key-duplicate cpp/x/y');
  });

  it('tells dependents when what they need comes and goes', () => {
    const needs = wholeSkill('skills/js/a/b', 'js/a/b', { dependencies: { skills: ['go/jackc/pgx'] } });
    expect(findings(snapshotAfter(upsert(needs)))).toContain('dependency-missing js/a/b');
    expect(findings(snapshotAfter(upsert(needs), upsert(PGX)))).not.toContain('dependency-missing js/a/b');
    expect(findings(snapshotAfter(upsert(needs, PGX), { removed: [PGX.folder] }))).toContain(
      'dependency-missing js/a/b',
    );
  });

  it('counts each change that is picked up, but not what can’t be read at present', () => {
    const first = snapshotAfter(upsert(SPDLOG), { indexFile: indexFile([]) });
    expect(first.index.version).toBe(3);
    const unread = nextModel(first, { ...NOTHING, unreadable: [place('skills/x')] }, NOW).snapshot;
    expect(unread.index).toEqual(first.index);
    expect(unread.generation).toBe(3);
    expect(nextModel(unread, { ...NOTHING, upserted: [PGX] }, NOW).snapshot.index.version).toBe(4);
  });

  it('never takes the time of the list back', () => {
    const ahead = snapshotAfter({
      ...upsert(SPDLOG),
      indexFile: indexFile([], { updated_at: '2026-12-24T00:00:00Z' }),
    });
    const now = nextModel(ahead, { ...NOTHING, upserted: [PGX] }, NOW).snapshot;
    expect(now.index.updated_at).toBe('2026-12-24T00:00:00Z');
  });
});

describe('the update to a model', () => {
  const before = snapshotAfter(upsert(SPDLOG, PGX), {
    indexFile: indexFile([{ key: 'go/jackc/pgx' }, { key: 'cpp/gabime/spdlog' }]),
  });
  const posted = (delta: Partial<FolderDelta>) => {
    const { folders, records, removedFolders, removedKeys, head } = updateTo(
      before,
      nextModel(before, { ...NOTHING, ...delta }, NOW),
    );
    return {
      folders: folders.map(({ folder }) => folder),
      keys: records.map(({ key }) => key),
      removed: [...removedFolders, ...removedKeys],
      rest: Object.keys(head.contents),
    };
  };

  it('holds only the edited skill', () => {
    const edited = { ...PGX, fingerprint: 'edited' };
    expect(posted(upsert(edited))).toEqual({
      folders: [PGX.folder],
      keys: ['go/jackc/pgx'],
      removed: [],
      rest: [],
    });
    expect(posted({ removed: [PGX.folder] })).toMatchObject({
      folders: [],
      removed: [PGX.folder, 'go/jackc/pgx'],
    });
  });

  it('holds only the changed entries of index.json, and no folder', () => {
    const entries = indexFile([{ key: 'go/jackc/pgx', extra: 1 }, { key: 'cpp/gabime/spdlog' }]);
    expect(posted({ indexFile: entries })).toEqual({
      folders: [],
      keys: ['go/jackc/pgx'],
      removed: [],
      rest: ['indexFile'],
    });
  });
});

describe('a place that can’t be read', () => {
  it('is said of the skill that it is, is in, or holds, which stays served', () => {
    const snapshot = snapshotAfter(upsert(SPDLOG, PGX), {
      unreadable: [place('skills/cpp/gabime/spdlog/examples'), place('skills/go', 'EACCES')],
    });
    expect([...snapshot.skills.keys()]).toEqual(['cpp/gabime/spdlog', 'go/jackc/pgx']);
    expect([...loaderFindings(snapshot)].sort(compareDiagnostics)).toMatchObject([
      { code: 'unreadable-kept', skillKey: 'cpp/gabime/spdlog', file: 'skills/cpp/gabime/spdlog/examples' },
      {
        code: 'unreadable-kept',
        severity: 'warning',
        skillKey: 'go/jackc/pgx',
        file: 'skills/go',
        message:
          "skills/go can't be read since 2026-03-01T00:00:00Z (EACCES). The last state read is still served.",
      },
    ]);
  });

  it('that nothing was read of before is an error, once', () => {
    const snapshot = snapshotAfter(upsert(SPDLOG), { unreadable: [place('skills/go', 'TIMEOUT')] });
    expect([...loaderFindings(snapshot)]).toMatchObject([
      {
        code: 'file-unreadable',
        file: 'skills/go',
        message: "skills/go can't be read since 2026-03-01T00:00:00Z (TIMEOUT). Nothing of it is served.",
      },
    ]);
    expect(snapshot.counts.error).toBe(countBySeverity([...allFindings(snapshot)]).error);
  });

  it('is named until it can be read again', () => {
    const unread = snapshotAfter(upsert(SPDLOG), { unreadable: [place('')] });
    expect(findings(unread)).toContain('unreadable-kept cpp/gabime/spdlog');
    expect(findings(nextModel(unread, { ...NOTHING, upserted: [PGX] }, NOW).snapshot)).toContain(
      'unreadable-kept cpp/gabime/spdlog',
    );
    const read = nextModel(unread, { ...NOTHING, unreadable: [] }, NOW).snapshot;
    expect([...loaderFindings(read)]).toEqual([]);
  });
});

/** All that a snapshot says, but for generation, version and times. */
function describeAll(snapshot: RegistrySnapshot) {
  const found = [...allFindings(snapshot)];
  const { version: _version, updated_at: _updatedAt, ...head } = snapshot.index;
  return {
    head,
    skills: [...snapshot.skills],
    entries: [...snapshot.entries],
    findings: found.sort(compareDiagnostics),
    counts: snapshot.counts,
    counted: countBySeverity(found),
    fileCount: snapshot.fileCount,
  };
}

/** A registry of few places and fewer keys, so that they meet: a step changes some of them. */
interface Step {
  readonly folders: ReadonlyArray<readonly [folder: string, skill: SkillFolder | undefined]>;
  readonly index: ReturnType<typeof parseIndexFile> | undefined;
  readonly unreadable: readonly UnreadablePath[] | undefined;
  readonly walk: boolean | undefined;
}

const KEYS = ['cpp/a/b', 'cpp/A/b', 'cpp/a/b-c', 'cpp/a-b/c', 'go/x/y', 'js/p/q'];
const FOLDERS = [
  '',
  ...KEYS.map((key) => `skills/${key}`),
  'skills/cpp/a/b/inner',
  'skills/cpp/a/b/inner/deeper',
  'skills/odd',
  'skills/cpp/a',
  'skills',
];
const NAMES = [...KEYS, 'odd', 'cpp/a', 'no/such/one', '__proto__'];
const PLACES = [
  '',
  'skills',
  'skills/cpp',
  'skills/cpp/a/b/overview.md',
  'skills/new',
  'index.json',
  ...FOLDERS.slice(1, 4),
];

const UNWRITTEN = diagnose('placeholder-left', 'Still to write: all.', { file: 'overview.md' });

const folderArbitrary = fc.constantFrom(...FOLDERS).chain((folder) =>
  fc
    .record({
      key: fc.constantFrom(...KEYS),
      wanted: fc.subarray([...KEYS, 'not/a', 'no/such/one', 'cpp/a/b\0go/x/y']),
      trust: fc.constantFrom(70, 'high', 99),
      kind: fc.constantFrom('served', 'served', 'served', 'draft', 'broken', 'keyless', 'gone'),
      files: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ key, wanted, trust, kind, files }): readonly [string, SkillFolder | undefined] => {
      if (kind === 'gone') return [folder, undefined];
      const changes = {
        trust_score: trust,
        dependencies: { skills: wanted },
        ...(kind === 'keyless' ? { repo: undefined } : {}),
      };
      const made = wholeSkill(folder, key, changes);
      const kept = new Map([...made.files].slice(0, files));
      return [
        folder,
        {
          ...made,
          files: kept,
          ...(kind === 'broken' ? { manifest: undefined } : {}),
          ...(kind === 'draft' ? { placeholders: [UNWRITTEN] } : {}),
        },
      ];
    }),
);

const entryArbitrary = fc.record(
  {
    key: fc.constantFrom<unknown>(...NAMES, ...NAMES, 7),
    trust_score: fc.constantFrom<unknown>(70, 99, 'much', 1e9),
    tags: fc.constantFrom<unknown>(['a'], 'a', []),
    tier: fc.constantFrom('tier1', 'tier9'),
    extra: fc.constantFrom<unknown>(null, { deep: [1] }),
  },
  { requiredKeys: ['key'] },
);

const indexArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.array(entryArbitrary, { maxLength: 12 }).map((entries) => indexFile(entries)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      parseIndexFile(undefined),
      parseIndexFile('{'),
      indexFile([], { mirror: 'x' }),
    ),
  },
);

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  folders: fc.array(folderArbitrary, { maxLength: 6 }),
  index: fc.option(indexArbitrary, { nil: undefined }),
  unreadable: fc.option(
    fc.subarray(PLACES).map((paths) => paths.map((path) => place(path))),
    { nil: undefined, freq: 2 },
  ),
  walk: fc.option(fc.boolean(), { nil: undefined, freq: 1 }),
});

/** What a step tells of, and what is there after it. */
function toDelta({ folders, index, unreadable, walk }: Step): FolderDelta {
  const last = new Map(folders);
  return {
    upserted: [...last.values()].flatMap((folder) => folder ?? []),
    removed: [...last].flatMap(([folder, skill]) => (skill === undefined ? [folder] : [])),
    ...(index === undefined ? {} : { indexFile: index }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(walk === undefined ? {} : { walkDiagnostics: walk ? WALK : [] }),
  };
}

const WALK = [
  { code: 'file-outside', severity: 'error', message: 'A link leads out.', file: 'skills/x' },
  {
    code: 'skill-json-missing',
    severity: 'error',
    message: 'There is no skill.json.',
    file: 'skills/no/such/one/overview.md',
  },
] as const;

/** One delta that tells everything at once. */
function sum(deltas: readonly FolderDelta[]): FolderDelta {
  const folders = new Map<string, SkillFolder>();
  let rest: Partial<FolderDelta> = {};
  for (const { upserted, removed, ...more } of deltas) {
    for (const folder of removed) folders.delete(folder);
    for (const folder of upserted) folders.set(folder.folder, folder);
    rest = { ...rest, ...more };
  }
  return { upserted: [...folders.values()], removed: [], ...rest };
}

/** At the end every entry of index.json is written anew: what was edited since is known only to who saw it. */
function withRewrittenIndex(deltas: readonly FolderDelta[]): readonly FolderDelta[] {
  const last = deltas.findLast((delta) => delta.indexFile !== undefined)?.indexFile;
  if (last?.index === undefined) return deltas;
  const entries = last.index.entries.map((entry) => ({
    ...entry,
    fields: { ...entry.fields, isRewritten: true },
  }));
  return [...deltas, { ...NOTHING, indexFile: { ...last, index: { ...last.index, entries } } }];
}

describe('any sequence of deltas', () => {
  it('equals the model of a single delta with all folders', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), (steps) => {
        const deltas = withRewrittenIndex(steps.map(toDelta));
        const fresh = snapshotAfter(sum(deltas));
        const incremental = snapshotAfter(...deltas);
        expect(describeAll(incremental)).toEqual(describeAll(fresh));
        expect(incremental.counts).toEqual(countBySeverity([...allFindings(incremental)]));
      }),
      { numRuns: 300 },
    );
  });

  it('equals the snapshot of the serving thread', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { minLength: 1, maxLength: 8 }), (steps) => {
        let model = emptyModel(LOCATION);
        let served: RegistrySnapshot = emptySnapshot(LOCATION);
        for (const one of steps) {
          const change = nextModel(model, toDelta(one), NOW);
          const update = structuredClone(updateTo(model, change));
          const before = served;
          const applied = applyUpdate(before, update);
          served = applied.snapshot;
          model = change.snapshot;
          expect([...applied.changed].sort()).toEqual([...change.changed].sort());
          expect(applied.removed).toEqual(change.removed);
          for (const key of served.skills.keys())
            if (!applied.changed.includes(key)) expect(served.skills.get(key)).toBe(before.skills.get(key));
        }
        const expected = snapshotAfter(...steps.map(toDelta));
        expect(describeAll(served)).toEqual(describeAll(expected));
        expect([served.drafts, served.leftOut, served.generation]).toEqual([
          expected.drafts,
          expected.leftOut,
          expected.generation,
        ]);
        expect(served.index).toEqual(expected.index);
      }),
      { numRuns: 300 },
    );
  });

  it('tells what is different, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }), (steps) => {
        let before = emptyModel(LOCATION);
        for (const delta of steps.map(toDelta)) {
          const { snapshot, changed, removed } = nextModel(before, delta, NOW);
          const keys = [...new Set([...before.skills.keys(), ...snapshot.skills.keys()])];
          const different = keys.filter(
            (key) =>
              before.entries.get(key) !== snapshot.entries.get(key) ||
              before.skills.get(key) !== snapshot.skills.get(key),
          );
          expect([...changed, ...removed].sort()).toEqual(different.sort());
          expect(removed.filter((key) => snapshot.skills.has(key))).toEqual([]);
          before = snapshot;
        }
      }),
      { numRuns: 150 },
    );
  });

  it('finds what the rules find when they look at everything', () => {
    fc.assert(
      fc.property(fc.array(stepArbitrary, { minLength: 1, maxLength: 6 }), (steps) => {
        const snapshot = snapshotAfter(...steps.map(toDelta));
        const facts = [...snapshot.skills.values()].map((skill) => ({
          ...skill,
          files: [...skill.files.values()],
          readText: () => undefined,
        }));
        const expected = [
          ...facts.flatMap((skill) => checkSkillFast(skill, { layout: 'registry' })),
          ...checkRelations('registry', facts),
        ];
        const found = [...snapshot.records.values()].flatMap(({ checks, found: { rules } }) => [
          ...checks,
          ...rules.filter(({ file }) => file !== 'index.json'),
        ]);
        expect(found.sort(compareDiagnostics)).toEqual(expected.sort(compareDiagnostics));
      }),
      { numRuns: 100 },
    );
  });
});

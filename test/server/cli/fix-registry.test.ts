import { describe, expect, it } from 'vitest';
import { fixRegistry, validateRegistry } from '../../../src-server/cli/commands/validate.ts';
import { type Diagnostic, problemKinds } from '../../../src-server/contract/diagnostic.ts';
import { locateRegistry } from '../../../src-server/registry/locate.ts';
import { type Files, temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { type SampleSkill, validSkill, validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/redis/hiredis';
const NOW = new Date('2026-11-23T12:00:00Z');

type Change = (skill: SampleSkill) => void;
const skillWith = (change: Change): Files => validSkillFiles(KEY, change);
const set = (field: string, value: unknown) =>
  skillWith(({ manifest }) => Object.assign(manifest, { [field]: value }));
const without = (field: string) => skillWith(({ manifest }) => Reflect.deleteProperty(manifest, field));
const lists = (more: object) => skillWith(({ manifest }) => Object.assign(manifest['files'] as object, more));

/** A registry with an index.json that is right but for what is given. */
const indexed = (change: (index: { skills: object[] }) => object): Files => {
  const { manifest } = validSkill(KEY);
  const { name, language, tier, group, version, trust_score, tags, risk_level } = manifest;
  const entry = { key: KEY, name, language, tier, group, version, trust_score, tags, risk_level };
  const index = { schema: 'skills/v1', version: 3, updated_at: '2026-11-22T00:00:00Z', skills: [entry] };
  return { ...validSkillFiles(KEY), 'index.json': { ...index, ...change(index) } };
};

async function problemsOf(folder: string, now = NOW): Promise<readonly Diagnostic[]> {
  const located = await locateRegistry(folder);
  if (!located.ok) throw new Error(located.reason);
  return (await validateRegistry(located.location, { now })).diagnostics;
}

async function fix(folder: string, now = NOW): Promise<void> {
  const located = await locateRegistry(folder);
  if (!located.ok) throw new Error(located.reason);
  await fixRegistry(located.location, { now, dryRun: false, say: () => {} });
}

describe('what is said to be mended by validate --fix', () => {
  it.each([
    ['a missing schema', 'command', 'schema-missing', without('schema')],
    ['an older name of the schema', 'command', 'schema-alias', set('schema', 'libskills/v1')],
    ['a label in other letters', 'command in some places', 'enum-invalid', set('risk_level', 'HIGH')],
    [
      'a label in a word of the specification',
      'command in some places',
      'enum-invalid',
      set('tier', 'community'),
    ],
    ['a label that stands for none', 'hand', 'enum-invalid', set('group', 'web')],
    ['a label of a field that has no such words', 'hand', 'language-unknown', set('language', 'CPP')],
    [
      'a listed file that is absent',
      'command in some places',
      'file-missing',
      lists({ P2: ['performance.md', 'faults.md'] }),
    ],
    [
      'a required file that is listed and absent',
      'hand',
      'file-missing',
      skillWith(({ files }) => {
        delete files['safety.md'];
      }),
    ],
    [
      'an absent file of no kind that is served',
      'hand',
      'file-not-servable',
      lists({ P2: ['performance.md', 'notes.txt'] }),
    ],
    [
      'an absent file that would be hidden',
      'hand',
      'file-not-servable',
      lists({ P3: ['examples/basic.cpp', 'examples/.x/a.cpp'] }),
    ],
    ['an unlisted file of the specification', 'command in some places', 'file-unlisted', lists({ P2: [] })],
    [
      'an unlisted required file',
      'command',
      'p0-file-unlisted',
      lists({ P0: ['overview.md', 'pitfalls.md'] }),
    ],
    [
      'an unlisted example',
      'command in some places',
      'file-unlisted',
      skillWith(({ files }) => Object.assign(files, { 'examples/a.cpp': 'x' })),
    ],
    [
      'an unlisted file of a name of its own',
      'hand',
      'file-unlisted',
      skillWith(({ files }) => Object.assign(files, { 'faults.md': files['performance.md'] })),
    ],
    ['files that are none of them listed', 'command in some places', 'file-unlisted', set('files', {})],
    ['a list under no priority', 'hand', 'files-key-unknown', lists({ P2: [], p2: ['performance.md'] })],
    [
      'a file under another priority',
      'command',
      'file-priority',
      lists({ P1: ['lifecycle.md', 'threading.md', 'best-practices.md', 'performance.md'], P2: [] }),
    ],
    [
      'a file that is listed twice',
      'command',
      'file-listed-twice',
      lists({ P2: ['performance.md', 'performance.md'] }),
    ],
    [
      'a file to read first that is no P0',
      'command',
      'read-order-not-p0',
      set('read_order', ['overview.md', 'pitfalls.md', 'safety.md', 'performance.md']),
    ],
    ['a read_order that leaves out', 'hand', 'read-order-incomplete', set('read_order', ['overview.md'])],
    ['a missing list of files', 'command in some places', 'files-missing', without('files')],
    ['a missing read_order', 'command in some places', 'field-missing', without('read_order')],
    ['another missing field', 'hand', 'field-missing', without('risk_level')],
    ['a completeness that is not so', 'command', 'completeness-mismatch', set('completeness', 12)],
    ['a completeness that is none', 'command in some places', 'field-invalid', set('completeness', 300)],
    ['another value that is none', 'hand', 'field-invalid', set('trust_score', 'much')],
    ['an index of no schema', 'command', 'index-schema-missing', indexed(() => ({ schema: undefined }))],
    ['an index of no version', 'command', 'index-version-invalid', indexed(() => ({ version: 'x' }))],
    [
      'an index of a date alone',
      'command',
      'index-updated-at-invalid',
      indexed(() => ({ updated_at: '2026-01-01' })),
    ],
    ['an index of no time', 'command', 'index-updated-at-invalid', indexed(() => ({ updated_at: 'x' }))],
    [
      'an entry without a folder',
      'command',
      'index-entry-orphan',
      indexed(({ skills }) => ({ skills: [...skills, { key: 'go/x/y' }] })),
    ],
    [
      'an entry without a key',
      'command',
      'index-entry-invalid',
      indexed(({ skills }) => ({ skills: [...skills, { name: 'y' }] })),
    ],
    [
      'two entries for a skill',
      'command',
      'index-entry-duplicate',
      indexed(({ skills }) => ({ skills: [...skills, ...skills] })),
    ],
    ['a skill without an entry', 'command', 'index-entry-missing', indexed(() => ({ skills: [] }))],
    [
      'an entry that says something else',
      'command',
      'index-entry-disagrees',
      indexed(({ skills }) => ({ skills: [{ ...skills[0], version: '9.9.9' }] })),
    ],
    ['an index of another kind', 'hand', 'index-json-invalid', indexed(() => ({ skills: 'x' }))],
  ] as const)('%s: by %s, and so it is', async (_what, repair, code, files) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const kind = problemKinds(await problemsOf(folder)).find((one) => one.code === code);
    await fix(folder);
    const left = (await problemsOf(folder)).filter((place) => place.code === code);
    expect({ said: kind?.isMended, left: left.length }).toEqual({
      said: repair === 'command',
      left: repair === 'hand' ? 1 : 0,
    });
  });

  it('is an index.json that is only old', async () => {
    const folder = temporaryFolder(indexed(() => ({})));
    await fix(folder);
    const later = new Date(NOW.getTime() + 30 * 24 * 60 * 60 * 1000);
    expect(problemKinds(await problemsOf(folder, later))).toMatchObject([
      { code: 'index-old', isMended: true },
    ]);
    await fix(folder, later);
    expect(await problemsOf(folder, later)).toEqual([]);
  });
});

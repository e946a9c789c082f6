import { afterEach, describe, expect, it, vi } from 'vitest';
import { diagnose } from '../../../../src-server/contract/diagnostic.ts';
import type { FolderDelta } from '../../../../src-server/registry/folder-delta.ts';
import { applyDelta, applySteps } from '../../../../src-server/registry/model/apply-delta.ts';
import { makeIndexEntry } from '../../../../src-server/registry/model/index-entry.ts';
import { parseIndexFile } from '../../../../src-server/registry/model/registry-index-file.ts';
import { allFindings, emptySnapshot } from '../../../../src-server/registry/model/registry-snapshot.ts';
import type { SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { checkDependencies, checkIndexEntries } from '../../../../src-server/validation/check-registry.ts';
import { checkSkillFast } from '../../../../src-server/validation/check-skill.ts';
import { skillFolder } from '../../../support/skill-folder.ts';
import { manifest } from '../../../support/temporary-registry.ts';

vi.mock('../../../../src-server/registry/model/index-entry.ts', { spy: true });
vi.mock('../../../../src-server/validation/check-skill.ts', { spy: true });
vi.mock('../../../../src-server/validation/check-registry.ts', { spy: true });
afterEach(() => void vi.clearAllMocks());

const SKILLS = 1_000;
const NOW = new Date('2026-03-04T05:06:07Z');
const NOTHING: FolderDelta = { upserted: [], removed: [] };
const KEYS = Array.from({ length: SKILLS }, (_, number) => `cpp/author/lib${number}`);

const dependent = (key: string) =>
  skillFolder(key, { manifest: manifest(key, { dependencies: { skills: ['cpp/author/lib7'] } }) });

/** An index.json with an entry for each key, as it would be read anew. */
function indexFile(keys: readonly string[], changed?: string) {
  const skills = keys.map((key) => ({ key, summary: key === changed ? 'Changed.' : 'As before.' }));
  return parseIndexFile(
    JSON.stringify({ schema: 'skills/v1', version: 1, updated_at: '2026-01-01', skills }),
  );
}

const EVERYTHING = { upserted: KEYS.map(dependent), removed: [], indexFile: indexFile(KEYS) };
const BEFORE = applyDelta(
  emptySnapshot({ root: '/registry', skillsFolder: 'skills', layout: 'registry' }),
  EVERYTHING,
  NOW,
).snapshot;

/** How many skills and entries were looked at for a delta. */
function lookedAt(delta: Partial<FolderDelta>, before = BEFORE) {
  vi.clearAllMocks();
  const steps = applySteps(before, { ...NOTHING, ...delta }, NOW);
  let taken = 0;
  while (steps.next().done !== true) taken += 1;
  return {
    skills: vi.mocked(checkSkillFast).mock.calls.length,
    entries: vi.mocked(makeIndexEntry).mock.calls.length,
    declared: vi.mocked(checkIndexEntries).mock.calls.length,
    relations: vi.mocked(checkDependencies).mock.calls.length,
    steps: taken,
  };
}

describe('among 1,000 skills', () => {
  it('one that changed is the only one that is looked at', () => {
    const cost = lookedAt({ upserted: [dependent('cpp/author/lib500')] });
    expect(cost).toMatchObject({ skills: 1, entries: 1, declared: 1, relations: 1 });
    expect(cost.steps).toBeLessThan(30);
  });

  it('one that came, and one that went, are the only ones', () => {
    const cost = lookedAt({
      upserted: [dependent('cpp/author/new')],
      removed: ['skills/cpp/author/lib500'],
    });
    expect(cost).toMatchObject({ skills: 1, entries: 1, relations: 1 });
    expect(cost.steps).toBeLessThan(40);
  });

  it('one that all others depend on concerns them when it goes', () => {
    const cost = lookedAt({ removed: ['skills/cpp/author/lib7'] });
    expect(cost).toMatchObject({ skills: 0, entries: 0, relations: SKILLS - 1 });
  });

  it('an index.json that says the same as before changes nothing', () => {
    expect(lookedAt({ indexFile: indexFile(KEYS) })).toMatchObject({
      skills: 0,
      entries: 0,
      declared: 0,
      relations: 0,
    });
  });

  it('one entry of index.json that changed is the only one that is made', () => {
    const cost = lookedAt({ indexFile: indexFile(KEYS, 'cpp/author/lib3') });
    expect(cost).toMatchObject({ skills: 0, entries: 1, declared: 1, relations: 0 });
  });

  it('an entry put before all others in index.json is the only one that is made', () => {
    const cost = lookedAt({ indexFile: indexFile(['cpp/author/none', ...KEYS]) });
    expect(cost).toMatchObject({ skills: 0, entries: 0, declared: 1, relations: 0 });
  });

  it('entries that only stand elsewhere in index.json, and of which there is nothing to say, are not looked at', () => {
    const none = parseIndexFile(undefined);
    const skills = [...applyDelta(BEFORE, { ...NOTHING, indexFile: none }, NOW).snapshot.entries.values()];
    const told = (...first: Array<{ readonly key: string }>) =>
      parseIndexFile(JSON.stringify({ schema: 'skills/v1', version: 1, skills: [...first, ...skills] }));
    const before = applyDelta(BEFORE, { ...NOTHING, indexFile: told() }, NOW).snapshot;
    const cost = lookedAt({ indexFile: told({ key: 'cpp/author/none' }) }, before);
    expect(cost).toMatchObject({ skills: 0, entries: 0, declared: 1, relations: 0 });
    expect(cost.steps).toBeLessThan(SKILLS + 40);
  });

  it('a place that can’t be read has no skill looked at', () => {
    const since = '2026-03-01T00:00:00Z';
    const cost = lookedAt({ unreadable: [{ path: 'skills/cpp/author/lib3', code: 'EIO', since }] });
    expect(cost).toMatchObject({ skills: 0, entries: 0, declared: 0, relations: 0 });
    expect(cost.steps).toBeLessThan(10);
  });
});

describe('a first delta that comes in parts', () => {
  it('has each entry of index.json checked once, with its skill, also where that comes later', () => {
    vi.clearAllMocks();
    const start = emptySnapshot({ root: '/registry', skillsFolder: 'skills', layout: 'registry' });
    const parts: FolderDelta[] = [
      { ...EVERYTHING, upserted: EVERYTHING.upserted.slice(0, 100), isPart: true },
      { ...NOTHING, upserted: EVERYTHING.upserted.slice(100, 900), isPart: true },
      { ...NOTHING, upserted: EVERYTHING.upserted.slice(900) },
    ];
    const snapshot = parts.reduce((before, part) => applyDelta(before, part, NOW).snapshot, start);
    expect(vi.mocked(checkIndexEntries)).toHaveBeenCalledTimes(SKILLS);
    expect(vi.mocked(checkSkillFast)).toHaveBeenCalledTimes(SKILLS);
    expect([...allFindings(snapshot)].filter(({ code }) => code === 'index-entry-orphan')).toEqual([]);
  });

  it('asks no rule of a folder that says what the quick rules said of it under this key and layout', () => {
    vi.clearAllMocks();
    const start = emptySnapshot({ root: '/registry', skillsFolder: 'skills', layout: 'registry' });
    const [first, second, third] = KEYS.slice(0, 3).map(dependent) as [SkillFolder, SkillFolder, SkillFolder];
    const found = [diagnose('example-missing', 'Kept.', { skillKey: KEYS[0] as string })];
    const upserted: SkillFolder[] = [
      { ...first, quick: { key: KEYS[0] as string, layout: 'registry', found } },
      { ...second, quick: { key: KEYS[0] as string, layout: 'registry', found } },
      { ...third, quick: { key: KEYS[2] as string, layout: 'library', found } },
    ];
    const { snapshot } = applyDelta(start, { upserted, removed: [] }, NOW);
    expect(snapshot.state.keys.get(KEYS[0] as string)?.checks).toBe(found);
    expect(vi.mocked(checkSkillFast).mock.calls.map(([{ key }]) => key)).toEqual(KEYS.slice(1, 3));
  });
});

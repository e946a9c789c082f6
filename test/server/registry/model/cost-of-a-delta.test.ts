import { afterEach, describe, expect, it, vi } from 'vitest';
import { diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';
import type { FolderDelta } from '../../../../src-server/registry/model/folder-delta.ts';
import { makeIndexEntry } from '../../../../src-server/registry/model/index-entry.ts';
import { parseIndexFile } from '../../../../src-server/registry/model/registry-index-file.ts';
import { emptyModel, nextModel } from '../../../../src-server/registry/model/registry-model.ts';
import type { SkillFolder } from '../../../../src-server/registry/model/skill.ts';
import { checkSkillFast } from '../../../../src-server/validation/check-skill.ts';
import { skillFolder } from '../../../support/skill-folder.ts';
import { manifest } from '../../../support/temporary-registry.ts';

vi.mock('../../../../src-server/registry/model/index-entry.ts', { spy: true });
vi.mock('../../../../src-server/validation/check-skill.ts', { spy: true });
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
const BEFORE = nextModel(
  emptyModel({ root: '/registry', skillsFolder: 'skills', layout: 'registry' }),
  EVERYTHING,
  NOW,
).snapshot;

/** How many skills and entries were looked at for a delta. */
function lookedAt(delta: Partial<FolderDelta>, before = BEFORE) {
  vi.clearAllMocks();
  nextModel(before, { ...NOTHING, ...delta }, NOW);
  return {
    skills: vi.mocked(checkSkillFast).mock.calls.length,
    entries: vi.mocked(makeIndexEntry).mock.calls.length,
  };
}

describe('among 1,000 skills', () => {
  it('only the changed skill is rebuilt', () => {
    const cost = lookedAt({ upserted: [dependent('cpp/author/lib500')] });
    expect(cost).toMatchObject({ skills: 1, entries: 1 });
  });

  it('one that came, and one that went, are the only ones', () => {
    const cost = lookedAt({
      upserted: [dependent('cpp/author/new')],
      removed: ['skills/cpp/author/lib500'],
    });
    expect(cost).toMatchObject({ skills: 1, entries: 1 });
  });

  it('an index.json with the same content changes nothing', () => {
    expect(lookedAt({ indexFile: indexFile(KEYS) })).toMatchObject({
      skills: 0,
      entries: 0,
    });
  });

  it('only the changed entry of index.json is rebuilt', () => {
    const cost = lookedAt({ indexFile: indexFile(KEYS, 'cpp/author/lib3') });
    expect(cost).toMatchObject({ skills: 0, entries: 1 });
  });

  it('a place that can’t be read has no skill looked at', () => {
    const since = '2026-03-01T00:00:00Z';
    const cost = lookedAt({ unreadable: [{ path: 'skills/cpp/author/lib3', code: 'EIO', since }] });
    expect(cost).toMatchObject({ skills: 0, entries: 0 });
  });
});

describe('a folder', () => {
  it('has no rule asked where it says what the rules said of it under this key and layout', () => {
    vi.clearAllMocks();
    const start = emptyModel({ root: '/registry', skillsFolder: 'skills', layout: 'registry' });
    const [first, second, third] = KEYS.slice(0, 3).map(dependent) as [SkillFolder, SkillFolder, SkillFolder];
    const checks = [diagnose('example-missing', 'Kept.', { skillKey: KEYS[0] as string })];
    const upserted: SkillFolder[] = [
      { ...first, known: { key: KEYS[0] as string, layout: 'registry', checks, isChecked: true } },
      { ...second, known: { key: KEYS[0] as string, layout: 'registry', checks, isChecked: true } },
      { ...third, known: { key: KEYS[2] as string, layout: 'library', checks, isChecked: true } },
    ];
    const { snapshot } = nextModel(start, { upserted, removed: [] }, NOW);
    expect(snapshot.records.get(KEYS[0] as string)?.checks).toBe(checks);
    expect(vi.mocked(checkSkillFast).mock.calls.map(([{ key }]) => key)).toEqual(KEYS.slice(1, 3));
  });
});

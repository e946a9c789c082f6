import { describe, expect, it } from 'vitest';
import { parseIndexFile } from '../../../../src-server/registry/index-json.ts';
import type { UnreadablePath } from '../../../../src-server/registry/skill-folder.ts';
import { modelAfter, type ServedModel, skillFolder } from '../../../support/skill-folder.ts';
import { manifest } from '../../../support/temporary-registry.ts';

const NOW = new Date('2026-03-04T05:06:07Z');
const SPDLOG = skillFolder('cpp/gabime/spdlog');
const PGX = skillFolder('go/jackc/pgx');

function place(path: string, code = 'EIO'): UnreadablePath {
  return { path, code };
}

function indexFile(entries: readonly object[], more: Record<string, unknown> = {}) {
  const head = { schema: 'skills/v1', version: 3, updated_at: '2026-02-03T00:00:00Z' };
  return parseIndexFile(JSON.stringify({ ...head, ...more, skills: entries }));
}

function findings({ general, skills }: ServedModel): readonly string[] {
  const own = [...skills.values()].flatMap(({ reading }) => reading);
  return [...general, ...own].map(({ code, skillKey = '' }) => `${code} ${skillKey}`.trim());
}

describe('a change', () => {
  it('keeps the entries of all other skills, also where index.json was written anew', () => {
    const upserted = [SPDLOG, PGX];
    const before = modelAfter(NOW, { upserted, indexFile: indexFile([{ key: 'go/jackc/pgx', extra: 1 }]) });
    const now = modelAfter(
      NOW,
      { upserted, indexFile: indexFile([{ key: 'go/jackc/pgx', extra: 1 }]) },
      { indexFile: indexFile([{ key: 'cpp/gabime/spdlog' }, { key: 'go/jackc/pgx', extra: 1 }]) },
    );
    expect(now.skills.get('go/jackc/pgx')?.entry).toEqual(before.skills.get('go/jackc/pgx')?.entry);
  });

  it('gives a key to the folder that is next in line once the first is gone', () => {
    const other = skillFolder('go/jackc/pgx', { folder: 'skills/other' });
    const both = modelAfter(NOW, { upserted: [PGX, other] });
    expect(both.skills.get('go/jackc/pgx')?.source).toBe(PGX);
    const left = modelAfter(NOW, { upserted: [PGX, other] }, { removed: [PGX.folder] });
    expect(left.skills.get('go/jackc/pgx')?.source).toBe(other);
  });

  it('tells dependents when what they need comes and goes', () => {
    const needing = skillFolder('js/a/b', {
      manifest: manifest('js/a/b', { dependencies: { skills: ['go/jackc/pgx'] } }),
    });
    expect(findings(modelAfter(NOW, { upserted: [needing] }))).toEqual(['dependency-missing js/a/b']);
    expect(findings(modelAfter(NOW, { upserted: [needing] }, { upserted: [PGX] }))).toEqual([]);
  });

  it('names keys that differ in case alone', () => {
    const model = modelAfter(NOW, { upserted: [PGX, skillFolder('go/jackc/PGX')] });
    expect(findings(model)).toEqual(['key-case-collision go/jackc/pgx']);
  });

  it('counts from index.json, and past a version that it names', () => {
    const first = { upserted: [SPDLOG], indexFile: indexFile([]) };
    const versions = [
      modelAfter(NOW, first),
      modelAfter(NOW, first, { upserted: [PGX] }),
      modelAfter(NOW, first, { indexFile: indexFile([], { version: 9 }) }),
    ].map(({ head }) => head.version);
    expect(versions).toEqual([3, 4, 9]);
  });

  it('never takes the time of the list back', () => {
    const later = { indexFile: indexFile([], { updated_at: '2027-01-01T00:00:00Z' }), upserted: [SPDLOG] };
    expect(modelAfter(NOW, later, { upserted: [PGX] }).head.updated_at).toBe('2027-01-01T00:00:00Z');
  });
});

describe('a place that can’t be read', () => {
  it.each(['skills/go/jackc/pgx', 'skills/go/jackc/pgx/overview.md', 'skills/go'])(
    'is said of the skill that it is, is in, or holds, which stays served: %s',
    (path) => {
      const { general } = modelAfter(NOW, { upserted: [PGX], unreadable: [place(path)] });
      expect(general).toMatchObject([{ code: 'unreadable-kept', skillKey: 'go/jackc/pgx', file: path }]);
    },
  );

  it('that nothing was read of before is an error', () => {
    const { general } = modelAfter(NOW, { upserted: [PGX], unreadable: [place('skills/cpp', 'EACCES')] });
    expect(general).toMatchObject([
      { code: 'file-unreadable', file: 'skills/cpp', message: expect.stringContaining('(EACCES)') },
    ]);
  });
});

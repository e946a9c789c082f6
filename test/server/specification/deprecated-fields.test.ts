import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';
import { validated } from '../../support/validated.ts';

const KEY = 'cpp/redis/hiredis';

describe('tools warn on deprecated fields', () => {
  it('of skill.json and of entries of index.json', async () => {
    vi.doMock('../../../src-server/contract/skill-format.ts', async (importOriginal) => ({
      ...(await importOriginal<object>()),
      DEPRECATED_FIELDS: {
        skill: { votes: 'Use "community_rating".' },
        entry: { stars: 'Remove the field.' },
      },
    }));
    vi.resetModules();
    const { validated: validatedAnew } = await import('../../support/validated.ts');
    const entry = { key: KEY, name: 'hiredis', language: 'cpp', tier: 'tier2', group: 'main', stars: 3 };
    const folder = temporaryFolder({
      ...validSkillFiles(KEY, ({ manifest }) => void Object.assign(manifest, { votes: 3 })),
      'index.json': { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [entry] },
    });
    expect(await validatedAnew(folder)).toMatchObject({
      code: 0,
      found: ['warning field-deprecated /skills/0/stars', 'warning field-deprecated /votes'],
      diagnostics: [{ fix: 'Remove the field.' }, { fix: 'Use "community_rating".' }],
    });
    vi.doUnmock('../../../src-server/contract/skill-format.ts');
    vi.resetModules();
  });

  it('of which the specification has none today', async () => {
    const { found } = await validated(temporaryFolder(validSkillFiles(KEY)));
    expect(found).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { problemsBySkill } from '../../../src-renderer/skill/problems-by-skill.ts';
import { toSkillRow } from '../../../src-renderer/skill/skill-row.ts';

describe('a row of the list', () => {
  it('takes what the entry gives, and leaves out what has another shape', () => {
    const row = toSkillRow({
      key: 'rust/tokio-rs/tokio',
      name: 'tokio',
      language: 'rust',
      trust_score: 98,
      skill_type: 5,
      completeness: '100',
      updated_at: '2026-04-28T00:00:00Z',
      verified: true,
      repo_source_url: 'javascript:alert(1)',
    });
    expect(row).toMatchObject({
      place: 'rust/tokio-rs',
      trust: 98,
      type: undefined,
      completeness: undefined,
      updatedAt: '2026-04-28T00:00:00Z',
      verified: true,
      official: false,
      tags: [],
      sourceUrl: undefined,
    });
  });
});

describe('problems by skill', () => {
  it('counts errors and warnings, not notes, and keeps the worst', () => {
    const of = (severity: 'error' | 'warning' | 'info', skillKey?: string) => ({
      code: 'field-missing' as const,
      severity,
      message: '',
      ...(skillKey === undefined ? {} : { skillKey }),
    });
    const counts = problemsBySkill([
      of('warning', 'a'),
      of('error', 'a'),
      of('warning', 'a'),
      of('info', 'b'),
      of('error'),
    ]);
    expect([...counts]).toEqual([['a', { count: 3, worst: 'error' }]]);
  });
});

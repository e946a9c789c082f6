import { describe, expect, it } from 'vitest';
import { problemsBySkill } from '../../../src-renderer/skill/problems-by-skill.ts';
import { toSkillRow } from '../../../src-renderer/skill/skill-row.ts';
import { findCauses } from '../../../src-server/contract/diagnostics/causes.ts';
import { type DiagnosticCode, diagnose } from '../../../src-server/contract/diagnostics/diagnostic.ts';

describe('a row of the list', () => {
  it('takes what the entry gives, and leaves out what has another shape', () => {
    const row = toSkillRow({
      key: 'rust/tokio-rs/tokio',
      name: 'tokio',
      language: 'rust',
      trust_score: 98,
      _trust: { kind: 'declared' },
      skill_type: 5,
      completeness: '100',
      updated_at: '2026-04-28T00:00:00Z',
      verified: true,
      repo_source_url: 'javascript:alert(1)',
    });
    expect(row).toMatchObject({
      place: 'rust/tokio-rs',
      trust: { score: 98, makeup: { kind: 'declared' } },
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
  it('counts causes that affect agents, however many places each has, and keeps the worst', () => {
    const of = (code: DiagnosticCode, skillKey?: string) =>
      diagnose(code, '', skillKey === undefined ? {} : { skillKey });
    const { causes } = findCauses([
      of('enum-invalid', 'a'),
      of('enum-invalid', 'a'),
      of('link-dead', 'a'),
      of('file-missing', 'a'),
      of('key-from-manifest', 'b'),
      of('index-json-invalid'),
    ]);
    expect([...problemsBySkill(causes)]).toEqual([['a', { count: 3, worst: 'error' }]]);
  });
});

import { describe, expect, it } from 'vitest';
import { SPECIFICATION } from '../../../../src-server/contract/diagnostic.ts';
import { reviewSubmission } from '../../../../src-server/registry/check-submission.ts';
import { loadTokenCounter } from '../../../../src-server/tokens/count-tokens.ts';
import { type SampleSkill, validSkill } from '../../../support/valid-skill.ts';

const CONTEXT = {
  now: new Date('2026-11-20T12:00:00Z'),
  rules: SPECIFICATION,
  countTokens: loadTokenCounter(),
};

const review = (body: unknown) => reviewSubmission(body, CONTEXT);

function reviewed(change: (skill: SampleSkill) => void) {
  const skill = validSkill();
  change(skill);
  return review({ skill: skill.manifest, files: skill.files });
}

const set = (field: string, value: unknown) => (skill: SampleSkill) => {
  skill.manifest[field] = value;
};
const file =
  (path: string, text = 'text\n') =>
  (skill: SampleSkill) => {
    skill.files[path] = text;
  };

describe('reviewSubmission', () => {
  it.each([
    ['a skill that keeps every rule', () => {}],
    ['warnings: they are its author’s business', file('quickstart.md', `# Start\n\n${'word '.repeat(600)}`)],
  ])('takes %s', (_what, change) => {
    expect(reviewed(change)).toMatchObject({ problems: [], submission: { key: 'cpp/redis/hiredis' } });
  });

  it.each([
    ['tier1', set('tier', 'tier1'), 'tier2'],
    ['another schema', set('schema', 'skills/v2'), 'skills/v1'],
    ['no schema', set('schema', undefined), 'skills/v1'],
    ['an unknown language', set('language', 'zig'), '"language"'],
    ['an unknown skill type', set('skill_type', 'game'), 'skill_type'],
    ['a missing field', set('risk_level', undefined), '"risk_level" is missing'],
    ['a trust score of 200', set('trust_score', 200), 'at most 100'],
    ['a listed file that was not sent', (s: SampleSkill) => delete s.files['safety.md'], 'safety.md'],
    ['a text that is too short', file('overview.md', '# Short\n'), '500'],
    ['a hidden instruction', file('examples/basic.cpp', 'int x; // \u{E0041}'), 'U+E0041'],
    ['a repo that climbs', set('repo', '../up'), '"repo"'],
    ['a repo with a backslash', set('repo', 'a\\b/c'), '"repo"'],
    ['a repo that is a Windows device', set('repo', 'con/aux'), '"repo"'],
    ['a repo with a dot at its end', set('repo', 'a/b.'), '"repo"'],
    ['a repo with a control character', set('repo', 'a/b\u0000'), '"repo"'],
    ['a repo with a letter that folds', set('repo', 'a/\u212aelvin'), '"repo"'],
  ])('refuses %s', (_what, change, words) => {
    const { submission, problems } = reviewed(change);
    expect(problems.join(' ')).toContain(words);
    expect(submission).toBeUndefined();
  });

  it.each([
    '../evil.md',
    '/etc/cron.d/evil.md',
    'examples/../../evil.md',
    'examples//x.py',
    'examples/./x.py',
    'examples/.hidden',
    '.hidden.md',
    'a\\b.md',
    'C:evil.md',
    'con.md',
    'examples/nul',
    'examples/x.',
    'Upper.md',
    'skill.json',
    'notes.txt',
    'src/main.md',
    'a\u0000.md',
    'a\n.md',
    'über.md',
    `${'a'.repeat(300)}.md`,
    'examples/a/b/c/d/e/f.py',
    '__proto__',
  ])('refuses the file name %j', (path) => {
    const skill = validSkill();
    const files = JSON.parse(JSON.stringify(skill.files).replace('{', `{${JSON.stringify(path)}: "x",`));
    expect(review({ skill: skill.manifest, files }).submission).toBeUndefined();
  });

  it('refuses a file that would have to be a folder too', () => {
    const { problems } = reviewed((skill) =>
      Object.assign(skill.files, { 'examples/a': 'x', 'examples/a/b.cpp': 'x' }),
    );
    expect(problems).toEqual([expect.stringContaining('examples/a cannot be a file and a folder')]);
  });

  it.each([
    undefined,
    null,
    [],
    'x',
    7,
    {},
    { skill: {}, files: {} },
    { skill: [], files: { 'a.md': '' } },
    { skill: {}, files: { 'a.md': 1 } },
    { skill: {}, files: { 'a.md': '' }, more: 1 },
    JSON.parse(`{"skill": ${'['.repeat(3_000)}${']'.repeat(3_000)}}`),
  ])('refuses the body %j', (body) => {
    const { submission, problems } = review(body);
    expect(problems.length).toBeGreaterThan(0);
    expect(submission).toBeUndefined();
  });

  it('names each file whose name cannot be taken, as far as a name can be shown', () => {
    const { manifest, files } = validSkill();
    const odd = { 'README.md': '', 'examples/My App.rs': '', [`${'a'.repeat(3_000)}\u202e.md`]: '' };
    const { problems } = review({ skill: manifest, files: { ...files, ...odd } });
    expect(problems.slice(0, 2)).toEqual([
      "The file name README.md can't be taken: names are lowercase and end in .md, or lie under examples/.",
      expect.stringContaining('examples/My App.rs'),
    ]);
    expect(problems).toHaveLength(3);
    expect(problems[2]).not.toContain('\u202e');
    expect(problems[2]?.length).toBeLessThan(400);
  });

  it('applies every rule to a skill of another tier, so that one round tells its author everything', () => {
    const review = reviewed((skill) => {
      skill.manifest['tier'] = 'tier1';
      skill.files['overview.md'] = '# Short\n';
    });
    expect(review.problems).toEqual(
      expect.arrayContaining([expect.stringContaining('tier2'), expect.stringContaining('500')]),
    );
    expect(review).toMatchObject({ key: 'cpp/redis/hiredis' });
  });

  it('refuses a skill.json that would not be served for its size', () => {
    expect(reviewed(set('extensions', { acme: 'x'.repeat(300_000) })).problems.join()).toContain('256 KiB');
  });
});

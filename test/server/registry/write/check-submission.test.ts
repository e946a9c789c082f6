import { describe, expect, it } from 'vitest';
import {
  acceptedSubmission,
  reviewSubmission,
  type SubmissionContext,
} from '../../../../src-server/registry/write/check-submission.ts';
import { loadTokenCounter } from '../../../../src-server/tokens/count-tokens.ts';
import { type SampleSkill, validSkill } from '../../../support/valid-skill.ts';

const CONTEXT = { now: new Date('2026-11-20T12:00:00Z'), countTokens: await loadTokenCounter() };

function submit(change: (skill: SampleSkill) => void) {
  const skill = validSkill();
  change(skill);
  return checkSubmission({ skill: skill.manifest, files: skill.files }, CONTEXT);
}

const set = (field: string, value: unknown) => (skill: SampleSkill) => {
  skill.manifest[field] = value;
};
const file =
  (path: string, text = 'text\n') =>
  (skill: SampleSkill) => {
    skill.files[path] = text;
  };

const checkSubmission = async (body: unknown, context: SubmissionContext) =>
  acceptedSubmission(await reviewSubmission(body, context));

describe('checkSubmission', () => {
  it('takes a skill that keeps every rule', async () => {
    expect(await submit(() => {})).toMatchObject({ key: 'cpp/redis/hiredis' });
  });

  it('takes warnings: they are its author’s business', async () => {
    expect(await submit(file('quickstart.md', `# Start\n\n${'word '.repeat(600)}`))).toMatchObject({
      key: 'cpp/redis/hiredis',
    });
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
  ])('refuses %s', async (_what, change, words) => {
    await expect(submit(change)).rejects.toMatchObject({
      code: 'skill_invalid',
      message: expect.stringContaining(words),
    });
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
  ])('refuses the file name %j', async (path) => {
    const skill = validSkill();
    const files = JSON.parse(JSON.stringify(skill.files).replace('{', `{${JSON.stringify(path)}: "x",`));
    await expect(checkSubmission({ skill: skill.manifest, files }, CONTEXT)).rejects.toMatchObject({
      code: 'skill_invalid',
    });
  });

  it('refuses a file that would have to be a folder too', async () => {
    await expect(
      submit((skill) => {
        skill.files['examples/a'] = 'x';
        skill.files['examples/a/b.cpp'] = 'x';
      }),
    ).rejects.toMatchObject({ message: expect.stringContaining('examples/a cannot be a file and a folder') });
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
  ])('refuses the body %j', async (body) => {
    await expect(checkSubmission(body, CONTEXT)).rejects.toMatchObject({ code: 'skill_invalid' });
  });

  it('names a few of many problems and counts the rest', async () => {
    const refused = submit((skill) => {
      for (let index = 0; index < 20; index += 1) skill.files[`examples/x${index}.cpp`] = 'a\u200bb';
    });
    await expect(refused).rejects.toThrow(/And 10 more\.$/);
  });
});

describe('reviewSubmission', () => {
  it('names each file whose name cannot be taken, as far as a name can be shown', async () => {
    const { manifest, files } = validSkill();
    const odd = { 'README.md': '', 'examples/My App.rs': '', [`${'a'.repeat(3_000)}\u202e.md`]: '' };
    const { problems } = await reviewSubmission({ skill: manifest, files: { ...files, ...odd } }, CONTEXT);
    expect(problems.slice(0, 2)).toEqual([
      "The file name README.md can't be taken: names are lowercase and end in .md, or lie under examples/.",
      expect.stringContaining('examples/My App.rs'),
    ]);
    expect(problems).toHaveLength(3);
    expect(problems[2]).not.toContain('\u202e');
    expect(problems[2]?.length).toBeLessThan(400);
  });

  it('applies every rule to a skill of another tier, so that one round tells its author everything', async () => {
    const { manifest, files } = validSkill();
    const review = await reviewSubmission(
      { skill: { ...manifest, tier: 'tier1' }, files: { ...files, 'overview.md': '# Short\n' } },
      CONTEXT,
    );
    expect(review.problems).toEqual(
      expect.arrayContaining([expect.stringContaining('tier2'), expect.stringContaining('500')]),
    );
    expect(review).toMatchObject({ key: 'cpp/redis/hiredis' });
    expect(review.submission).toBeUndefined();
  });
});

describe('a skill.json that would not be served for its size', () => {
  it('is refused', async () => {
    const { manifest, files } = validSkill();
    const extensions = { acme: 'x'.repeat(300_000) };
    await expect(checkSubmission({ skill: { ...manifest, extensions }, files }, CONTEXT)).rejects.toThrow(
      '256 KiB',
    );
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { countBySeverity } from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { readHere, readRegistry } from '../../../src-server/registry/disk/load-registry.ts';
import { locateRegistry } from '../../../src-server/registry/locate-registry.ts';
import { modelOf, withFindings } from '../../../src-server/registry/model/registry-model.ts';
import { problemsIn } from '../../../src-server/registry/problems.ts';
import { ServedProblems } from '../../../src-server/registry/served-problems.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEY = 'cpp/a/one';

/** The problems of a registry that is read once. */
function problemsOf(files: Record<string, unknown>, { agesIndex = true, caughtUp = async () => {} } = {}) {
  const root = temporaryFolder(files as Record<string, string>);
  const located = locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  const { location } = located;
  const lines: string[] = [];
  const told: number[] = [];
  const problems = new ServedProblems({
    live: {
      layers: [{ name: 'r', location, isAdded: false, unavailable: undefined }],
      read: readHere,
      caughtUp,
    },
    logger: { ...silentLogger, info: (line) => void lines.push(line) },
    isAgeless: () => !agesIndex,
    onChange: () => void told.push(problems.present().counts.error),
  });
  onTestFinished(() => problems.close());
  const model = modelOf(readRegistry(location), new Date());
  problems.follow(model);
  return {
    problems,
    lines,
    told,
    model,
    write: (changed: Record<string, string>) => writeFiles(root, changed),
    list: () => [...problemsIn(problems.present())],
  };
}

describe('the problems of a served registry', () => {
  it('say how far the checks are, and once they are done what was found', () => {
    const { problems, lines, told, model } = problemsOf(validSkillFiles(KEY));
    problems.begin();
    expect([problems.present().checking, lines, told]).toEqual([{ done: 0, total: 1 }, [], []]);
    const checks = [{ code: 'tokens-too-few', severity: 'error', message: 'Few.', skillKey: KEY } as const];
    problems.follow(withFindings(model, new Map([[KEY, { checks, isChecked: true }]])));
    expect(problems.present()).toMatchObject({ counts: { error: 1, warning: 0, info: 0 } });
    expect(problems.present()).not.toHaveProperty('checking');
    expect([lines, told]).toEqual([['Checked 1 skill: 1 error.'], [1]]);
  });

  it('follow what the registry’s own rules relax, and count it', async () => {
    const { problems, list, write, told, lines, model } = problemsOf({
      ...validSkillFiles(KEY),
      [`skills/${KEY}/examples/basic.cpp`]: '',
    });
    problems.begin();
    const before = problems.present().counts;
    write({ 'rules.json': JSON.stringify({ profile: 'private' }) });
    await problems.caughtUp();
    const { counts, relaxed } = problems.present();
    expect(counts).not.toEqual(before);
    expect(relaxed.map(({ code }) => code)).toContain('example-missing');
    expect(countBySeverity(list())).toEqual(counts);
    expect(told).toHaveLength(1);
    problems.follow(withFindings(model, new Map([[KEY, { checks: [], isChecked: true }]])));
    write({ 'rules.json': '{}' });
    await problems.caughtUp();
    expect(lines).toHaveLength(2);
  });

  it('follow those rules from the start, where they were read before', async () => {
    const { problems } = problemsOf({
      ...validSkillFiles(KEY),
      [`skills/${KEY}/examples/basic.cpp`]: '',
      'rules.json': JSON.stringify({ profile: 'private' }),
    });
    await problems.readRules();
    expect(problems.present().relaxed.map(({ code }) => code)).toContain('example-missing');
  });

  it('say that an index is over a week old, but not of the sample, which is as it was shipped', () => {
    const index = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
    const files = { 'skills/.keep': '', 'index.json': JSON.stringify(index) };
    const told = (agesIndex: boolean) =>
      problemsOf(files, { agesIndex })
        .list()
        .map(({ code, message }) => `${code}: ${message}`);
    const old = 'index-old: index.json was last updated on 2026-01-01, more than a week ago.';
    expect([told(true).includes(old), told(false).includes(old)]).toEqual([true, false]);
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskPair } from '../../../src-server/contract/task-pair.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { type Files, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

beforeEach(() => {
  isolateUserFolders();
});

const KEY = 'js/luthier/zither';
const TASK = `skills/${KEY}/evals/tune`;
const toml = (kind: string, more = '') =>
  `[metadata]\nskill = "${KEY}"\nkind = "${kind}"\npair = true\nneeds = ["Tuning a zither twice"]\n[environment]\nversion = "echo zither 1.2.3; echo more"\n${more}`;

const FILES: Files = {
  [`skills/${KEY}/pitfalls.md`]: '# Pitfalls\n\n## Tuning a zither twice\n\nIts strings snap.\n',
  [`${TASK}/task.toml`]: toml('prevents'),
  [`${TASK}/instruction.md`]: 'Tune my zither\nbefore each concert.\n',
  [`${TASK}/environment/lock.txt`]: 'zither 1.2.3',
  [`${TASK}/tests/test.sh`]: `works=false; safe=false
grep -qs string tune.txt && works=true && ! grep -q snap tune.txt && safe=true
printf '{"checks":[{"name":"works","passed":%s,"evidence":"it rang"},{"name":"strings hold","passed":%s,"evidence":"%s"}]}\\n' $works $safe "$(cat tune.txt)"`,
  [`${TASK}/solution/tune.txt`]: 'string',
  [`${TASK}/wrong/tune.txt`]: 'string snap',
};

const registryWith = (changes: Files = {}) => temporaryRegistry([KEY], { ...FILES, ...changes });
const check = (root: string, ...args: string[]) =>
  runCliHere(['eval', 'check', '-r', root, ...args], root, { env: { PATH: process.env['PATH'] } });
const pairIn = (root: string): TaskPair => JSON.parse(readFileSync(join(root, TASK, 'pair.json'), 'utf8'));

describe('skills-registry eval check --record', unless(onWindows), () => {
  it('writes the question, the entry, both programs, and what their tests printed', async () => {
    const root = registryWith();
    const { out, code } = await check(root, '--record');
    expect(out).toContain('; pair recorded');
    expect(code).toBe(0);
    expect(pairIn(root)).toEqual({
      skill: KEY,
      version: '1.2.3',
      question: 'Tune my zither before each concert.',
      entry: 'Tuning a zither twice',
      file: 'tune.txt',
      ran: 'zither 1.2.3',
      wrong: {
        text: 'string snap',
        checks: [
          { name: 'works', passed: true, evidence: 'it rang' },
          { name: 'strings hold', passed: false, evidence: 'string snap' },
        ],
      },
      solution: {
        text: 'string',
        checks: [
          { name: 'works', passed: true, evidence: 'it rang' },
          { name: 'strings hold', passed: true, evidence: 'string' },
        ],
      },
    });
    expect((await check(root, '--reach')).code).toBe(0);
  });

  it.each<[string, Files]>([
    ['whose task has no pair', { [`${TASK}/task.toml`]: toml('prevents').replace('pair = true\n', '') }],
    ['that failed', { [`${TASK}/wrong/tune.txt`]: 'string' }],
    ['that can’t run here', { [`${TASK}/task.toml`]: toml('prevents', 'probe = "false"\n') }],
  ])('writes nothing of a run %s', async (_which, changes) => {
    const root = registryWith(changes);
    const { out } = await check(root, '--record');
    expect(out).not.toContain('pair recorded');
    expect(existsSync(join(root, TASK, 'pair.json'))).toBe(false);
  });

  it('fails a task with a pair of more than one file', async () => {
    const root = registryWith({ [`${TASK}/wrong/more.txt`]: 'more' });
    const { out, code } = await check(root, '--record');
    expect(out).toContain('A pair shows one file');
    expect(code).toBe(1);
  });

  it('fails a control with a pair, which has no wrong program', async () => {
    const root = registryWith({ [`${TASK}/task.toml`]: toml('control') });
    expect((await check(root, '--record')).out).toContain('A control has no pair');
  });

  it('is refused with --reach, which runs nothing', async () => {
    expect((await check(registryWith(), '--record', '--reach')).code).toBe(2);
  });
});

describe('a recorded pair', unless(onWindows), () => {
  it.each([
    ['another solution', 'solution/tune.txt', 'string anew', 'another solution than'],
    ['another mistake', 'wrong/tune.txt', 'string snaps', 'another wrong than'],
    ['another question', 'instruction.md', 'Tune my zither now.', 'another question than'],
    ['another entry', 'task.toml', toml('prevents').replace('["', '["Its strings", "'), 'another entry than'],
    ['no JSON', 'pair.json', '{', 'pair.json is no JSON'],
    ['nothing', 'pair.json', 'null', 'another skill, version, question, entry, file, wrong, solution than'],
    [
      'no pair in its task.toml',
      'task.toml',
      toml('prevents').replace('pair = true\n', ''),
      'doesn’t say pair',
    ],
  ])('fails its task once the folder has %s', async (_what, file, text, fault) => {
    const root = registryWith();
    await check(root, '--record');
    writeFileSync(join(root, TASK, file), text);
    const { out, code } = await check(root, '--reach');
    expect(out).toContain(fault);
    expect(code).toBe(1);
  });

  it('is as little served as the rest of the task', async () => {
    const root = registryWith();
    await check(root, '--record');
    const { out } = await runCliHere(['show', 'zither', '-r', root, '--json'], root);
    expect(out).toContain('Tuning a zither twice');
    expect(out).not.toContain('it rang');
  });
});

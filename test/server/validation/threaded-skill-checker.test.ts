import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadTokenCounter } from '../../../src-server/tokens/count-tokens.ts';
import { checkerHere, type SkillWithTexts } from '../../../src-server/validation/skill-checker.ts';
import {
  type ThreadedCheckerOptions,
  ThreadedSkillChecker,
} from '../../../src-server/validation/threaded-skill-checker.ts';
import { validSkill } from '../../support/valid-skill.ts';

const CONTEXT = { layout: 'registry', now: new Date('2026-11-20T12:00:00Z') } as const;
const BUILT = pathToFileURL(
  fileURLToPath(new URL('../../../dist/server/validation-worker.js', import.meta.url)),
);

/** A thread whose check is this code; `skill` is what it was sent, `done()` answers. */
function threadThat(code: string): URL {
  const source = `import { parentPort } from 'node:worker_threads';
    const done = (result = []) => parentPort.postMessage({ kind: 'done', result });
    parentPort.on('message', ({ skill }) => { ${code} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** It goes on and on without a rest, but leaves the processor to others. */
const HANGS_ON_BAD = threadThat(
  `const flag = new Int32Array(new SharedArrayBuffer(4));
  while (skill.key === 'bad') Atomics.wait(flag, 0, 0, 10);
  done();`,
);
const NEVER_ANSWERS = threadThat('');

function open(options: ThreadedCheckerOptions): ThreadedSkillChecker {
  const checker = new ThreadedSkillChecker(options);
  onTestFinished(() => checker.close());
  return checker;
}

function skill(key = 'cpp/redis/hiredis', more: Record<string, string> = {}): SkillWithTexts {
  const { manifest, files } = validSkill();
  const texts = { ...files, ...more, 'skill.json': JSON.stringify(manifest, undefined, 2) };
  const facts = Object.entries({ ...files, ...more }).map(([path, text]) => ({ path, size: text.length }));
  return { key, folder: 'skills/cpp/redis/hiredis', manifest, files: facts, texts };
}

describe('ThreadedSkillChecker', () => {
  it('finds what is found in this thread, line and column included', async () => {
    const wrong = skill(undefined, { 'overview.md': 'See [this](gone.md).' });
    const broken = { ...wrong, manifest: { ...wrong.manifest, tier: 'core' } };
    const here = await checkerHere(loadTokenCounter).check(broken, CONTEXT);
    expect(await open({ workerUrl: BUILT }).check(broken, CONTEXT)).toEqual(here);
    expect(here.find(({ code }) => code === 'enum-invalid')).toMatchObject({ line: 5, column: 3 });
  });

  it('ends a check over the time limit, and continues with the next check', async () => {
    const checker = open({ workerUrl: HANGS_ON_BAD, deadlineMs: 3_000 });
    const bad = checker.check(skill('bad'), CONTEXT);
    const good = checker.check(skill(), CONTEXT);
    await expect(bad).rejects.toThrow('The skill could not be checked within 3 s.');
    expect(await good).toEqual([]);
  });

  it('checks one after another in the same thread', async () => {
    const checker = open({ workerUrl: threadThat('done([skill.key]);'), deadlineMs: 5_000 });
    const keys = ['a', 'b', 'c'];
    expect(await Promise.all(keys.map((key) => checker.check(skill(key), CONTEXT)))).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
    expect(await checker.check(skill('d'), CONTEXT)).toEqual(['d']);
  });

  it('says what a rule that fails says', async () => {
    const checker = open({
      workerUrl: threadThat(
        `parentPort.postMessage({ kind: 'failed', reason: 'a mistake', isLimit: false });`,
      ),
    });
    await expect(checker.check(skill(), CONTEXT)).rejects.toThrow('a mistake');
  });

  it('fails a check whose thread cannot start', async () => {
    const workerUrl = new URL('data:text/javascript,throw new Error("no start")');
    await expect(open({ workerUrl }).check(skill(), CONTEXT)).rejects.toThrow('no start');
  });

  it('lets so many wait and no more', async () => {
    const checker = open({ workerUrl: NEVER_ANSWERS });
    const taken = Array.from({ length: 17 }, () => checker.check(skill(), CONTEXT));
    await expect(checker.check(skill(), CONTEXT)).rejects.toMatchObject({ code: 'busy', status: 503 });
    const closed = taken.map((check) => expect(check).rejects.toThrow('closed'));
    await checker.close();
    await Promise.all(closed);
  });
});

import { basename } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SkillKey } from '../../../src-server/contract/api/api.ts';
import { ApiError } from '../../../src-server/contract/api/error-codes.ts';
import {
  compareDiagnostics,
  countBySeverity,
  type Diagnostic,
} from '../../../src-server/contract/diagnostics/diagnostic.ts';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import type { ReadRequest } from '../../../src-server/registry/disk/disk-door.ts';
import { readHere, readRegistry } from '../../../src-server/registry/disk/load-registry.ts';
import { locateRegistry } from '../../../src-server/registry/disk/locate-registry.ts';
import { CAUGHT_UP_MS, FullChecks } from '../../../src-server/registry/full-checks.ts';
import { emptyModel, nextModel } from '../../../src-server/registry/model/registry-model.ts';
import { emptySnapshot } from '../../../src-server/registry/model/registry-snapshot.ts';
import { problemsIn } from '../../../src-server/registry/problems.ts';
import { restAfter } from '../../../src-server/registry/rest-after.ts';
import { checkerHere, type SkillChecker } from '../../../src-server/validation/skill-checker.ts';
import { temporaryFolder, writeFiles } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const KEYS = ['cpp/a/one', 'cpp/b/two', 'cpp/c/three'] as const;
const SHORT = '# Overview\n\nShort.\n';

/** Counts words, which is enough to tell a short text from a long one. */
const words = checkerHere(async () => (text) => ({ tokens: text.split(/\s+/).length, isEstimate: false }));

/** A registry that is read when the test says so, with the checks over it. */
async function checksOf(
  checker: Pick<SkillChecker, 'check'>,
  files = KEYS.map((key) => validSkillFiles(key)),
  agesIndex = true,
) {
  const root = temporaryFolder(Object.assign({}, ...files));
  const located = await locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  const { location } = located;
  const lines: string[] = [];
  const logger = { ...silentLogger, info: (line: string) => void lines.push(line) };
  const told: number[] = [];
  const checks = new FullChecks({ checker, logger, agesIndex, onChange: () => void told.push(count()) });
  onTestFinished(() => checks.close());
  let snapshot = emptyModel(location);
  const read = () => {
    const { folders, indexFile } = readRegistry(location);
    const known = snapshot.contents.folders;
    const upserted = [...folders.values()].filter(
      ({ folder, fingerprint }) => known.get(folder)?.fingerprint !== fingerprint,
    );
    const removed = [...known.keys()].filter((folder) => !folders.has(folder));
    const applied = nextModel(snapshot, { upserted, removed, indexFile }, new Date());
    snapshot = applied.snapshot;
    checks.follow(snapshot, applied);
  };
  const opened: string[] = [];
  const live = {
    location,
    read: (requests: readonly ReadRequest[]) => {
      opened.push(...requests.map(({ path }) => basename(path)));
      return readHere(requests);
    },
    refresh: async () => read(),
  };
  const list = () => [...problemsIn(checks.present())].sort(compareDiagnostics);
  const count = () => list().length;
  read();
  return {
    checks,
    live,
    opened,
    lines,
    told,
    list,
    read,
    begin: () => checks.begin(live),
    write: (files: Record<string, string>) => writeFiles(root, files),
    done: () =>
      eventually(
        () => checks.present().checking,
        (checking) => checking === undefined,
      ),
  };
}

/** A checker that answers when the test says so. */
function heldChecker(): { readonly checker: Pick<SkillChecker, 'check'>; answer(): void; asked: SkillKey[] } {
  const asked: SkillKey[] = [];
  const waiting: Array<() => void> = [];
  return {
    asked,
    answer: () => waiting.shift()?.(),
    checker: {
      check(skill, context, { signal } = {}) {
        asked.push(skill.key);
        return new Promise((resolve, reject) => {
          waiting.push(() => resolve(words.check(skill, context)));
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
      },
    },
  };
}

const codes = (found: readonly Diagnostic[]) => found.map(({ code, skillKey }) => `${code} ${skillKey}`);

describe('the checks of a served registry', () => {
  it('open rules.json no second time where the start has just read it', async () => {
    const registry = await checksOf(words);
    await registry.checks.readRules(registry.live);
    registry.begin();
    await registry.done();
    expect(registry.opened.filter((name) => name === 'rules.json')).toHaveLength(1);
    expect(registry.opened).toContain('overview.md');
  });

  it('say how far they are until every skill was checked, and then that all is known', async () => {
    const { checker, answer, asked } = heldChecker();
    const registry = await checksOf(checker);
    expect(registry.checks.present().checking).toEqual({ done: 0, total: 3 });
    registry.begin();
    for (const [place] of KEYS.entries()) {
      await eventually(
        () => asked.length,
        (length) => length === place + 1,
      );
      answer();
    }
    await registry.done();
    expect(registry.lines).toEqual(['Checked 3 skills: no problems.']);
    expect(registry.told.length).toBeGreaterThan(0);
  });

  it('find what only the texts tell, and count what they list', async () => {
    const registry = await checksOf(words);
    registry.write({ [`skills/${KEYS[1]}/overview.md`]: SHORT });
    registry.read();
    registry.begin();
    await registry.done();
    expect(codes(registry.list())).toEqual([`tokens-too-few ${KEYS[1]}`]);
    expect(registry.checks.present().counts).toEqual(countBySeverity(registry.list()));
    expect(registry.lines.at(-1)).toBe('Checked 3 skills: 1 error.');
  });

  it('look at an edited skill alone, and keep what was known of its texts until then', async () => {
    const { checker, answer, asked } = heldChecker();
    const registry = await checksOf(checker, [
      ...KEYS.map((key) => validSkillFiles(key)),
      { [`skills/${KEYS[0]}/overview.md`]: SHORT },
    ]);
    registry.begin();
    for (const [place] of KEYS.entries()) {
      await eventually(
        () => asked.length,
        (length) => length === place + 1,
      );
      answer();
    }
    await registry.done();
    const [before] = [codes(registry.list())];
    registry.write(validSkillFiles(KEYS[0]) as Record<string, string>);
    registry.read();
    expect(registry.checks.present().checking).toEqual({ done: 2, total: 3 });
    expect(codes(registry.list())).toEqual(before);
    await eventually(
      () => asked.length,
      (length) => length === 4,
    );
    answer();
    await registry.done();
    expect([asked[3], registry.list()]).toEqual([KEYS[0], []]);
  });

  it('take an edited skill before those that wait since the start', async () => {
    const { checker, answer, asked } = heldChecker();
    const registry = await checksOf(checker);
    registry.begin();
    await eventually(
      () => asked.length,
      (length) => length === 1,
    );
    registry.write({ [`skills/${KEYS[2]}/overview.md`]: SHORT });
    registry.read();
    answer();
    await eventually(
      () => asked.length,
      (length) => length === 2,
    );
    expect(asked).toEqual([KEYS[0], KEYS[2]]);
  });

  it('reach those that wait since the start, though others are written all the time', async () => {
    const { checker, answer, asked } = heldChecker();
    const registry = await checksOf(checker);
    registry.begin();
    const [quiet, ...written] = KEYS.toReversed();
    for (let round = 1; !asked.includes(quiet as string) && round < 20; round += 1) {
      await eventually(
        () => asked.length,
        (length) => length === round,
      );
      for (const key of written)
        registry.write({ [`skills/${key}/overview.md`]: `# Overview\n\n${round}\n` });
      registry.read();
      answer();
      await eventually(
        () => asked.length,
        (length) => length === round + 1,
      );
    }
    expect(asked).toContain(quiet);
  });

  it('keep nobody waiting for ever for a skill that is never checked', async () => {
    const { checker, asked } = heldChecker();
    const registry = await checksOf(checker);
    registry.begin();
    registry.write({ [`skills/${KEYS[2]}/overview.md`]: SHORT });
    registry.read();
    await eventually(
      () => asked.length,
      (length) => length === 1,
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let isOver = false;
    const caughtUp = registry.checks.caughtUp().then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(CAUGHT_UP_MS - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await caughtUp;
    expect(registry.checks.present().checking).toEqual({ done: 0, total: 3 });
  });

  it('forget a skill that goes away while it is checked', async () => {
    const { checker, answer, asked } = heldChecker();
    const registry = await checksOf(checker, [validSkillFiles(KEYS[0])]);
    registry.begin();
    await eventually(
      () => asked.length,
      (length) => length === 1,
    );
    registry.checks.follow(emptySnapshot(registry.checks.present().snapshot.location), {
      changed: [],
      removed: [KEYS[0]],
    });
    answer();
    await eventually(
      () => registry.lines.length,
      (length) => length > 0,
    );
    expect([registry.list(), registry.checks.present().checked.size]).toEqual([[], 0]);
  });

  it('try again where submissions fill the queue, and report a check that fails as unfinished', async () => {
    let times = 0;
    const registry = await checksOf(
      {
        check: async () => {
          times += 1;
          throw times === 1 ? new ApiError('busy', 'Too many.') : new Error('a mistake');
        },
      },
      [validSkillFiles(KEYS[0])],
    );
    registry.begin();
    await registry.done();
    expect([times, codes(registry.list())]).toEqual([2, [`check-unfinished ${KEYS[0]}`]]);
  });

  it('are the same object until something else is known', async () => {
    const registry = await checksOf(words);
    registry.begin();
    await registry.done();
    const before = registry.checks.present();
    await registry.checks.caughtUp();
    expect(registry.checks.present()).toBe(before);
  });

  it('follow what the registry’s own rules relax, and count it', async () => {
    const registry = await checksOf(words, [
      ...KEYS.map((key) => validSkillFiles(key)),
      { [`skills/${KEYS[0]}/overview.md`]: SHORT },
    ]);
    registry.begin();
    await registry.done();
    registry.write({ 'rules.json': JSON.stringify({ profile: 'private' }) });
    await registry.checks.caughtUp();
    const { counts, relaxed } = registry.checks.present();
    expect(counts).toEqual({ error: 0, warning: 0, info: 1 });
    expect(relaxed).toMatchObject([{ code: 'tokens-too-few', count: 1, how: 'note' }]);
    expect(countBySeverity(registry.list())).toEqual(counts);
  });

  it('follow those rules from the start, before any skill was checked', async () => {
    const { checker, asked } = heldChecker();
    const registry = await checksOf(checker, [
      { ...validSkillFiles(KEYS[0]), [`skills/${KEYS[0]}/examples/basic.cpp`]: '' },
      { 'rules.json': JSON.stringify({ profile: 'private' }) },
    ]);
    registry.begin();
    await eventually(
      () => asked.length,
      (length) => length === 1,
    );
    const { counts, relaxed, checking } = registry.checks.present();
    expect(checking).toEqual({ done: 0, total: 1 });
    expect(relaxed.map(({ code }) => code)).toContain('example-missing');
    expect(codes(registry.list()).filter((code) => code.startsWith('example-missing'))).toHaveLength(1);
    expect(counts).toEqual(countBySeverity(registry.list()));
  });

  it('say that an index is over a week old, but not of the sample, which is as it was shipped', async () => {
    const index = { schema: 'skills/v1', version: 1, updated_at: '2026-01-01T00:00:00Z', skills: [] };
    const files = [{ 'skills/.keep': '', 'index.json': JSON.stringify(index) }];
    const told = async (agesIndex: boolean) =>
      (await checksOf(words, files, agesIndex)).list().map(({ code, message }) => `${code}: ${message}`);
    const old = 'index-old: index.json was last updated on 2026-01-01, more than a week ago.';
    expect([(await told(true)).includes(old), (await told(false)).includes(old)]).toEqual([true, false]);
  });
});

describe('the first pass over a registry', () => {
  it('rests as long as it works, and never long enough to keep an edit waiting', () => {
    expect(restAfter(0)).toBe(0);
    expect(restAfter(13)).toBe(13);
    expect(restAfter(10_000)).toBe(100);
  });
});

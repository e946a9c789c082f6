import { relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SkillKey } from '../../../../src-server/contract/api/api.ts';
import {
  compareDiagnostics,
  type Diagnostic,
} from '../../../../src-server/contract/diagnostics/diagnostic.ts';
import { readHere, readRegistry } from '../../../../src-server/registry/disk/load-registry.ts';
import { locateRegistry } from '../../../../src-server/registry/disk/locate-registry.ts';
import { type QuarantinedSkill, SkillChecks } from '../../../../src-server/registry/disk/skill-checks.ts';
import { emptyModel, nextModel, withFindings } from '../../../../src-server/registry/model/registry-model.ts';
import { allFindings } from '../../../../src-server/registry/model/registry-snapshot.ts';
import { temporaryFolder, writeFiles } from '../../../support/temporary-registry.ts';
import { eventually } from '../../../support/test-server.ts';
import { validSkillFiles } from '../../../support/valid-skill.ts';

const KEYS = ['cpp/a/one', 'cpp/b/two', 'cpp/c/three'] as const;
const SHORT = '# Overview\n\nShort.\n';

/** Counts words, which is enough to tell a short text from a long one. */
const countWords = (text: string) => ({ tokens: text.split(/\s+/).length, isEstimate: false });

interface Setting {
  readonly files?: readonly Record<string, unknown>[];
  /** Each check waits for `answer`. */
  readonly isHeld?: boolean;
  readonly loadCounter?: () => Promise<typeof countWords>;
  readonly quarantined?: (root: string) => readonly QuarantinedSkill[];
}

/** A registry that is read when the test says so, with the checks over it. */
function checksOf({
  files = KEYS.map((key) => validSkillFiles(key)),
  isHeld = false,
  loadCounter = async () => countWords,
  quarantined = () => [],
}: Setting = {}) {
  const root = temporaryFolder(Object.assign({}, ...files));
  const located = locateRegistry(root);
  if (!located.ok) throw new Error(located.reason);
  const { location } = located;
  let model = emptyModel(location);
  const asked: SkillKey[] = [];
  const waiting: (() => void)[] = [];
  const told: SkillKey[][] = [];
  const entered: string[] = [];
  const checks = new SkillChecks({
    layout: location.layout,
    async read(requests) {
      asked.push(relative(`${root}/skills`, requests[0]?.inside ?? ''));
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return readHere(requests);
    },
    loadCounter,
    monitor: { enterCheck: (directory) => void entered.push(relative(root, directory)), leave() {} },
    quarantined: quarantined(root),
    onChecked(findings) {
      told.push([...findings.keys()]);
      model = withFindings(model, findings);
      checks.follow(model, { changed: [], removed: [] });
    },
    onStale: () => read(),
  });
  onTestFinished(() => checks.close());
  const read = () => {
    const { folders, indexFile } = readRegistry(location);
    const known = model.contents.folders;
    const upserted = [...folders.values()].filter(
      ({ folder, fingerprint }) => known.get(folder)?.fingerprint !== fingerprint,
    );
    const removed = [...known.keys()].filter((folder) => !folders.has(folder));
    const change = nextModel(model, { upserted, removed, indexFile }, new Date());
    model = change.snapshot;
    checks.follow(model, change);
  };
  read();
  return {
    checks,
    asked,
    told,
    entered,
    read,
    model: () => model,
    list: () => [...allFindings(model)].sort(compareDiagnostics),
    write: (changed: Record<string, string>) => writeFiles(root, changed),
    answer: () => waiting.shift()?.(),
    asks: (times: number) =>
      eventually(
        () => asked.length,
        (length) => length === times,
      ),
    done: () =>
      eventually(
        () => model.unchecked,
        (unchecked) => unchecked === 0,
      ),
  };
}

const codes = (found: readonly Diagnostic[]) => found.map(({ code, skillKey }) => `${code} ${skillKey}`);

describe('the checks of a registry', () => {
  it('find what only the texts tell, and count what waits until then', async () => {
    const registry = checksOf({
      files: [...KEYS.map((key) => validSkillFiles(key)), { [`skills/${KEYS[1]}/overview.md`]: SHORT }],
    });
    expect([registry.model().unchecked, registry.list()]).toEqual([3, []]);
    registry.checks.begin();
    await registry.done();
    expect(codes(registry.list())).toEqual([`tokens-too-few ${KEYS[1]}`]);
    expect(registry.model().counts).toEqual({ error: 1, warning: 0, info: 0 });
  });

  it('say whose turn it is, so that a check that takes too long can be ended', async () => {
    const registry = checksOf();
    registry.checks.begin();
    await registry.done();
    expect(registry.entered).toEqual(KEYS.map((key) => `skills/${key}`));
  });

  it('look at an edited skill alone, and keep what was known of its texts until then', async () => {
    const registry = checksOf({
      files: [...KEYS.map((key) => validSkillFiles(key)), { [`skills/${KEYS[0]}/overview.md`]: SHORT }],
    });
    registry.checks.begin();
    await registry.done();
    const before = codes(registry.list());
    registry.write(validSkillFiles(KEYS[0]) as Record<string, string>);
    registry.read();
    expect(registry.model().unchecked).toBe(1);
    expect(codes(registry.list())).toEqual(before);
    await registry.done();
    expect([registry.asked.slice(3), registry.list()]).toEqual([[KEYS[0]], []]);
  });

  it('take an edited skill before those that wait since the start', async () => {
    const registry = checksOf({ isHeld: true });
    registry.checks.begin();
    await registry.asks(1);
    registry.write({ [`skills/${KEYS[2]}/overview.md`]: SHORT });
    registry.read();
    registry.answer();
    await registry.asks(2);
    expect(registry.asked).toEqual([KEYS[0], KEYS[2]]);
  });

  it('reach those that wait since the start, though others are written all the time', async () => {
    const registry = checksOf({ isHeld: true });
    registry.checks.begin();
    const [quiet, ...written] = KEYS.toReversed();
    for (let round = 1; !registry.asked.includes(quiet as string) && round < 20; round += 1) {
      await registry.asks(round);
      for (const key of written)
        registry.write({ [`skills/${key}/overview.md`]: `# Overview\n\n${round}\n` });
      registry.read();
      registry.answer();
      await registry.asks(round + 1);
    }
    expect(registry.asked).toContain(quiet);
  });

  it('are caught up when edited skills are told of, though others wait since the start', async () => {
    const registry = checksOf({ isHeld: true });
    registry.checks.begin();
    await registry.asks(1);
    registry.write({ [`skills/${KEYS[2]}/overview.md`]: SHORT });
    registry.read();
    const caughtUp = registry.checks.caughtUp();
    registry.answer();
    await registry.asks(2);
    registry.answer();
    await caughtUp;
    expect(codes(registry.list())).toEqual([`tokens-too-few ${KEYS[2]}`]);
    expect(registry.model().unchecked).toBe(1);
  });

  it('forget a skill that changes or goes away while it is checked', async () => {
    const registry = checksOf({
      files: [validSkillFiles(KEYS[0]), { [`skills/${KEYS[0]}/overview.md`]: SHORT }],
      isHeld: true,
    });
    registry.checks.begin();
    await registry.asks(1);
    registry.write(validSkillFiles(KEYS[0]) as Record<string, string>);
    registry.read();
    registry.answer();
    await registry.asks(2);
    expect(registry.told).toEqual([]);
    const gone = { upserted: [], removed: [`skills/${KEYS[0]}`] };
    const change = nextModel(registry.model(), gone, new Date());
    registry.checks.follow(change.snapshot, change);
    registry.answer();
    await registry.checks.caughtUp();
    expect(registry.told).toEqual([]);
  });

  it('look at a folder again whose files are others by now', async () => {
    const registry = checksOf({ files: [validSkillFiles(KEYS[0])], isHeld: true });
    registry.checks.begin();
    await registry.asks(1);
    registry.write({ [`skills/${KEYS[0]}/overview.md`]: SHORT });
    registry.answer();
    await registry.asks(2);
    registry.answer();
    await registry.done();
    expect(codes(registry.list())).toEqual([`tokens-too-few ${KEYS[0]}`]);
  });

  it('report a check that fails as unfinished, which is found anew by the next run', async () => {
    const registry = checksOf({
      files: [validSkillFiles(KEYS[0])],
      loadCounter: async () => () => {
        throw new Error('a mistake');
      },
    });
    registry.checks.begin();
    await registry.done();
    expect(codes(registry.list())).toEqual([`check-unfinished ${KEYS[0]}`]);
    const record = registry.model().records.get(KEYS[0]);
    expect(record && registry.checks.isLasting(record)).toBe(false);
  });

  it('leave a skill alone that ended a thread, and say why, until its files change', async () => {
    let fingerprint = '';
    const setting = { files: [validSkillFiles(KEYS[0])] };
    const registry = checksOf({
      ...setting,
      quarantined: (root) => [
        {
          directory: `${root}/skills/${KEYS[0]}`,
          get fingerprint() {
            return fingerprint;
          },
          reason: 'The skill could not be checked within 10 s.',
        },
      ],
    });
    fingerprint = (registry.model().skills.get(KEYS[0])?.fingerprint ?? '').replace(/\..*/s, '');
    registry.checks.begin();
    await registry.done();
    expect(registry.asked).toEqual([]);
    expect(registry.list()).toMatchObject([
      { code: 'check-unfinished', message: 'The skill could not be checked within 10 s.', skillKey: KEYS[0] },
    ]);
    registry.write({ [`skills/${KEYS[0]}/overview.md`]: SHORT });
    registry.read();
    await registry.done();
    expect(codes(registry.list())).toEqual([`tokens-too-few ${KEYS[0]}`]);
  });
});

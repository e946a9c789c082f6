import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../src-server/contract/service/logger.ts';
import { Problems } from '../../../src-server/registry/problems.ts';
import { Registry, type RegistryChange } from '../../../src-server/registry/registry.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { eventually } from '../../support/test-server.ts';

const ONE = 'go/acme/one';
const TWO = 'go/acme/two';

/** As the worker posts it. */
const record = (key: string, text: string) => ({
  ...{ key, folder: `skills/${key}`, manifest: {}, manifestText: '{}' },
  ...{ files: new Map(), texts: new Map([['overview.md', text]]), contents: ['overview.md'] },
  ...{ overviewSummary: '', entry: { key, name: key, language: 'go' }, tokens: undefined },
  findings: { loader: [], checks: [], isChecked: false },
});
const stateOf = (version: number, unavailable?: string) => ({
  head: { schema: 'skills/v1', version, updated_at: '2026-01-01T00:00:00Z' },
  ...{ general: [], drafts: [], leftOut: 0, pickedUpAt: new Date(), tookMs: 1 },
  layers: [{ name: 'one', root: '/registry', isAdded: false, skills: 1, shadowed: 0, unavailable }],
});
const scanned = { type: 'scanned', endedAt: new Date(), watching: 'off' };
const patch = (changed: readonly object[], more: object = {}) => ({
  ...{ type: 'patch', changed, removed: [], isWhole: false, isCheck: false, ...more },
});

/**
 * A registry whose worker posts these messages, a list for each time that it is started, and ends where it has no
 * further list. What it was asked to follow is the text of a file.
 */
function open(lists: readonly (readonly object[])[]) {
  const folder = temporaryFolder({});
  const file = join(folder, 'worker.mjs');
  const serialized = lists.map((list) => JSON.stringify(list, mapsAsLists));
  writeFileSync(
    file,
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
const lists = ${JSON.stringify(serialized)};
const counter = ${JSON.stringify(join(folder, 'starts'))};
const starts = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0;
writeFileSync(counter, String(starts + 1));
writeFileSync(${JSON.stringify(join(folder, 'followed'))}, JSON.stringify(workerData));
const revive = (_, value) => value?.asMap ? new Map(value.asMap) : value?.date ? new Date(value.date) : value;
for (const message of JSON.parse(lists[Math.min(starts, lists.length - 1)], revive))
  parentPort.postMessage(message);
if (starts < lists.length - 1) setTimeout(() => process.exit(1), 50);
else parentPort.on('message', () => parentPort.postMessage({ type: 'done' }));
`,
  );
  const changes: RegistryChange[] = [];
  const registry = new Registry({
    layers: [{ name: 'one', folder: '/registry', isAdded: false }],
    ...{ watch: 'off', scanIntervalMs: 0, isReplica: false, logger: silentLogger, restartMs: 200 },
    workerUrl: pathToFileURL(file),
  });
  registry.onChange = (change) => changes.push(change);
  onTestFinished(() => registry.close());
  return { registry, changes, followed: join(folder, 'followed') };
}

function mapsAsLists(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const raw = this[key];
  if (raw instanceof Map) return { asMap: [...raw] };
  return raw instanceof Date ? { date: raw.toISOString() } : value;
}

const keys = (registry: Registry) => [...registry.latest.skills.keys()];
const problems = (registry: Registry) => new Problems(registry.latest, new Date(), () => true).diagnostics;

describe('the served registry', () => {
  it('serves nothing of a change before its last part has come', async () => {
    const { registry, changes } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true }),
        patch([record(TWO, 'b')], { state: stateOf(1) }),
        scanned,
      ],
    ]);
    await registry.opened();
    expect(keys(registry)).toEqual([ONE, TWO]);
    expect(changes.map(({ changed }) => changed.map(({ key }) => key))).toEqual([[ONE, TWO]]);
  });

  it('keeps the parts of a record that did not change, and the snapshot that a request holds', async () => {
    const { registry } = open([
      [
        patch([record(ONE, 'a'), record(TWO, 'b')], { isWhole: true, state: stateOf(1) }),
        scanned,
        patch([{ key: ONE, texts: new Map([['overview.md', 'new']]) }], { state: stateOf(2) }),
      ],
    ]);
    await registry.opened();
    const before = registry.snapshot();
    await eventually(
      () => registry.latest.generation,
      (generation) => generation === 2,
    );
    expect(before.skills.get(ONE)?.texts.get('overview.md')).toBe('a');
    expect(registry.latest.skills.get(ONE)).toMatchObject({ entry: { key: ONE } });
    expect(registry.latest.skills.get(TWO)).toBe(before.skills.get(TWO));
    expect(registry.latest.head.version).toBe(2);
  });

  it('takes findings without another generation', async () => {
    const findings = { loader: [], checks: [], isChecked: true };
    const { registry } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }),
        scanned,
        patch([{ key: ONE, findings }], { isCheck: true }),
      ],
    ]);
    await eventually(
      () => registry.latest.skills.get(ONE)?.findings.isChecked,
      (isChecked) => isChecked === true,
    );
    expect(registry.latest.generation).toBe(1);
  });

  it('goes on serving while its worker is dead, says so, and is mended by the next one', async () => {
    const { registry, followed } = open([
      [patch([record(ONE, 'a')], { isWhole: true, state: stateOf(7) }), scanned],
      [patch([record(TWO, 'b')], { isWhole: true, state: stateOf(8) }), scanned],
    ]);
    await registry.opened();
    await eventually(
      () => problems(registry),
      (found) => found.length > 0,
    );
    expect(keys(registry)).toEqual([ONE]);
    expect(registry.unavailable).toBeUndefined();
    expect(registry.watching).toBe('off');
    expect(problems(registry)).toMatchObject([
      { code: 'unreadable-kept', message: expect.stringMatching(/^Changes are not picked up since /) },
    ]);
    await eventually(
      () => keys(registry),
      (served) => served.join() === TWO,
    );
    expect(problems(registry)).toEqual([]);
    expect(JSON.parse(readFileSync(followed, 'utf8'))).toMatchObject({ head: { version: 7 } });
  });

  it('serves the last state of a folder that is gone, and answers nothing from it', async () => {
    const { registry } = open([
      [
        patch([record(ONE, 'a')], { isWhole: true, state: stateOf(1) }),
        scanned,
        patch([], { state: stateOf(1, 'It is gone.') }),
      ],
    ]);
    await registry.opened();
    await eventually(
      () => registry.unavailable,
      (reason) => reason !== undefined,
    );
    expect(() => registry.snapshot()).toThrow('It is gone.');
    expect(keys(registry)).toEqual([ONE]);
  });

  it('is not opened where nothing could be read', async () => {
    const { registry } = open([[patch([], { isWhole: true, state: stateOf(1, 'No registry.') }), scanned]]);
    await expect(registry.opened()).rejects.toThrow('No registry.');
  });
});

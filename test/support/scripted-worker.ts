import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { silentLogger } from '../../src-server/contract/service.ts';
import { Registry, type RegistryOptions } from '../../src-server/registry/registry.ts';
import type { SkillRecord } from '../../src-server/registry/skill-record.ts';
import { TextBlock } from '../../src-server/registry/text-block.ts';
import type { SearchChange } from '../../src-server/search/search-engine.ts';
import { temporaryFolder } from './temporary-registry.ts';

/** Texts as the worker posts them. */
export const sharedTexts = (texts: Readonly<Record<string, string>>) =>
  TextBlock.of(new Map(Object.entries(texts))).shared;

/** As the worker posts it. */
export const record = (key: string, text: string) => ({
  ...{ key, folder: `skills/${key}`, manifest: {}, manifestText: '{}' },
  ...{ files: new Map(), texts: sharedTexts({ 'overview.md': text }), contentPaths: ['overview.md'] },
  ...{ overviewSummary: '', entry: { key, name: key, language: 'go' }, tokens: undefined },
  findings: { reading: [], checks: [], isChecked: false },
});
const LAYER = { name: 'one', root: '/registry', isAdded: false, skills: 1, shadowed: 0 };

/** A layer that was never read has no `location`. */
export const stateOf = (version: number, unavailable?: string, more: object = {}) => ({
  head: { schema: 'skills/v1', version, updated_at: '2026-01-01T00:00:00Z' },
  ...{ general: [], drafts: [], leftOut: 0, pickedUpAt: new Date(), tookMs: 1 },
  layers: [
    { ...LAYER, location: { root: '/registry', skillsFolder: 'skills', layout: 'registry' }, unavailable },
  ],
  ...more,
});
export const neverRead = (version: number, unavailable: string) =>
  stateOf(version, unavailable, { layers: [{ ...LAYER, location: undefined, unavailable }] });
export const scanned = { type: 'scanned', endedAt: new Date(), watching: 'off' };
export const patch = (changed: readonly object[], more: object = {}) => ({
  ...{ type: 'patch', changed, removed: [], isWhole: false, isCheck: false, ...more },
});

/** Ends the worker behind the messages before it. */
export const END = { type: 'end' };

/**
 * A registry whose worker posts these messages, a list for each time that it is started. It ends behind each list but
 * the last, which is posted again by all further ones. What it was asked to follow is the text of
 * a file, and the folder of each scan that it was asked for a line of another. It never counts the tokens of a skill, and
 * ends when it is asked for those of `dies/when/asked`.
 */
export function openScripted(lists: readonly (readonly object[])[], options: Partial<RegistryOptions> = {}) {
  const folder = temporaryFolder({});
  const file = join(folder, 'worker.mjs');
  const serialized = lists.map((list) => JSON.stringify(list, mapsAsLists));
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
const lists = ${JSON.stringify(serialized)};
const counter = ${JSON.stringify(join(folder, 'starts'))};
const starts = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0;
writeFileSync(counter, String(starts + 1));
writeFileSync(${JSON.stringify(join(folder, 'followed'))}, JSON.stringify(workerData));
const revive = (_, value) =>
  value?.asMap ? new Map(value.asMap) : value?.date ? new Date(value.date)
  : value?.array ? globalThis[value.array].from(value.values) : value;
const end = () => setTimeout(() => process.exit(1), 50);
for (const message of JSON.parse(lists[Math.min(starts, lists.length - 1)], revive))
  if (message.type === 'end') end();
  else parentPort.postMessage(message);
if (starts < lists.length - 1) end();
else parentPort.on('message', ({ type, key, layers }) => {
  if (type === 'review' || key === 'dies/when/asked') process.exit(1);
  if (type === 'check') return;
  if (layers[0].folder === 'end') process.exit(1);
  appendFileSync(${JSON.stringify(join(folder, 'asked'))}, layers[0].folder + '\\n');
  parentPort.postMessage({ type: 'done' });
});
`,
  );
  const changes: SearchChange<SkillRecord>[] = [];
  const registry = new Registry({
    layers: [{ name: 'one', folder: '/registry', isAdded: false }],
    ...{ watch: 'off', scanIntervalMs: 0, isReplica: false, logger: silentLogger, restartMs: 100 },
    workerUrl: pathToFileURL(file),
    ...options,
  });
  registry.onSearchChange = (change) => changes.push(change);
  onTestFinished(() => registry.close());
  return { registry, changes, followed: join(folder, 'followed'), asked: join(folder, 'asked') };
}

function mapsAsLists(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const raw = this[key];
  if (raw instanceof Map) return { asMap: [...raw] };
  if (raw instanceof Uint8Array || raw instanceof Uint32Array)
    return { array: raw.constructor.name, values: [...raw] };
  return raw instanceof Date ? { date: raw.toISOString() } : value;
}

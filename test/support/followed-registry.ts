import { onTestFinished } from 'vitest';
import type { SkillRecord } from '../../src-server/registry/skill-record.ts';
import { TextBlock } from '../../src-server/registry/text-block.ts';
import { RegistryWorker } from '../../src-server/registry/worker/registry-worker.ts';
import type {
  FollowOptions,
  FromRegistryWorker,
  RegistryState,
} from '../../src-server/registry/worker-messages.ts';
import { faultyDisk } from './faulty-disk.ts';

/** What a serving thread would hold of what was posted, and what it was told. */
export class Served {
  readonly messages: FromRegistryWorker[] = [];
  records = new Map<string, SkillRecord>();
  state: RegistryState | undefined;
  /** Keys by the texts that find knows. */
  readonly termsOf = new Map<string, number>();
  readonly take = (message: FromRegistryWorker): void => {
    this.messages.push(structuredClone(message));
    if (message.type === 'scanned' && message.failure !== undefined) throw new Error(message.failure);
    if (message.type !== 'patch') return;
    if (message.isWhole) this.records = new Map();
    for (const key of message.removed) this.records.delete(key);
    for (const { texts, ...change } of message.changed) {
      const before = this.records.get(change.key);
      const block = texts === undefined ? before?.texts : new TextBlock(texts);
      this.records.set(change.key, { ...before, ...change, texts: block } as SkillRecord);
    }
    this.state = message.state ?? this.state;
    for (const { key, termCount } of message.terms?.skills ?? []) this.termsOf.set(key, termCount);
  };

  get patches() {
    return this.messages.flatMap((message) => (message.type === 'patch' ? [message] : []));
  }

  get unavailable() {
    return this.state?.layers.map(({ unavailable }) => unavailable)[0];
  }
}

export const layersOf = (...folders: readonly string[]) =>
  folders.map((folder, at) => ({ name: `layer${at}`, folder, isAdded: false }));

export function follow(folders: string | readonly string[], options: Partial<FollowOptions> = {}) {
  const disk = faultyDisk();
  const served = new Served();
  const layers = layersOf(...[folders].flat());
  const all: FollowOptions = { layers, watch: 'off', scanIntervalMs: 0, isReplica: false, ...options };
  const worker = new RegistryWorker(all, served.take, disk);
  onTestFinished(() => worker.close());
  return { served, disk, worker, rescan: () => worker.take({ layers }) };
}

/** Without what depends on when something was read. */
export function contentOf({ records, state }: Pick<Served, 'records' | 'state'>) {
  const skills = [...records.values()]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, folder, manifest, texts, files, contentPaths, entry, findings, overviewSummary }) => ({
      ...{ key, folder, manifest, entry, contentPaths, overviewSummary },
      texts: [...texts],
      files: [...files.values()].map(({ path, size, unread }) => ({ path, size, unread })),
      found: findings.reading,
    }));
  const { general, drafts, leftOut, layers = [] } = state ?? {};
  const shadowed = layers.map((layer) => [layer.name, layer.skills, layer.shadowed]);
  return { skills, general, drafts, leftOut, shadowed };
}

/** What a new process would serve. */
export function freshContentOf(...folders: readonly string[]) {
  const served = new Served();
  const layers = layersOf(...folders);
  new RegistryWorker({ layers, watch: 'off', scanIntervalMs: 0, isReplica: false }, served.take).close();
  return contentOf(served);
}

/** A skill.json that was edited while served goes before index.json, which a fresh start can't know. */
export function withoutHistory({ skills, ...rest }: ReturnType<typeof contentOf>) {
  const isOfEntry = (code: string) => code === 'index-entry-stale' || code === 'index-entry-disagrees';
  return {
    ...rest,
    skills: skills.map(({ entry, found, ...skill }) => ({
      ...{ ...skill, key: entry.key },
      found: found.filter(({ code }) => !isOfEntry(code)),
    })),
  };
}

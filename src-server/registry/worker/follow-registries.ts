import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SkillKey } from '../../contract/api/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { SkillSplitter } from '../../search/index/split-skills.ts';
import { loadTokenCounter } from '../../tokens/count-tokens.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { declaredHead, type FoldedSkill, foldLayers, type Layer, nextHead } from '../model/fold-layers.ts';
import { joinRelative } from '../paths.ts';
import {
  type FollowOptions,
  type FromRegistryWorker,
  type LayerFolder,
  type ListHead,
  PATCH_SKILLS,
  type ToRegistryWorker,
} from '../registry-patch.ts';
import { checkSkill } from './check-skill.ts';
import { type Disk, disk as ownDisk } from './disk.ts';
import { FollowedFolder } from './followed-folder.ts';
import { Publisher } from './publish-changes.ts';

const DEBOUNCE_MS = 150;
const QUICK_SCAN_MS = 1_000;
/** For what was young, changing or unreadable: longer than file systems' coarsest time. */
const UNSETTLED_MS = 2_200;
/** Scans take at most a fifth of the time. */
const PAUSE_PER_SCAN = 4;

type Job = () => void | Promise<void>;

/** What the worker does: scans all registries, posts patches, then the words of a start, then findings and tokens. */
export class RegistryFollower {
  readonly #options: FollowOptions;
  readonly #post: (message: FromRegistryWorker) => void;
  readonly #disk: Disk;
  readonly #publisher: Publisher;
  #folders: readonly FollowedFolder[] = [];
  #layers: readonly Layer[] = [];
  #keys: ReadonlySet<SkillKey> = new Set();
  /** Of a layer that can't be read now, after the layer above has their keys no longer. */
  #unread: readonly FoldedSkill[] = [];
  #head: ListHead | undefined;
  /** Those of edits go before those of a start. */
  readonly #edited: Job[] = [];
  readonly #words: Job[] = [];
  readonly #checks: Job[] = [];
  #isWorking = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;

  constructor(options: FollowOptions, post: (message: FromRegistryWorker) => void, disk: Disk = ownDisk) {
    this.#options = options;
    this.#post = post;
    this.#disk = disk;
    this.#head = options.head;
    const textsOf = (skill: FoldedSkill) => this.#folderOf(skill)?.textsOf(skill.source.folder);
    this.#publisher = new Publisher({ splitter: new SkillSplitter(), post, textsOf });
    this.#follow(options.layers);
    this.#scan();
  }

  take({ layers }: ToRegistryWorker): void {
    this.#follow(layers);
    this.#scan();
    this.#edited.push(() => this.#post({ type: 'done' }));
    void this.#work();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const folder of this.#folders) folder.close();
  }

  #follow(layers: readonly LayerFolder[]): void {
    const { watch } = this.#options;
    const before = this.#folders;
    this.#folders = layers.map((layer) => {
      const known = before.find((one) => one.layer.name === layer.name && one.layer.folder === layer.folder);
      if (known !== undefined) known.layer = { ...known.layer, ...layer };
      const onChange = () => this.#scanIn(DEBOUNCE_MS);
      return known ?? new FollowedFolder(layer, { disk: this.#disk, watch, onChange });
    });
    for (const folder of before) if (!this.#folders.includes(folder)) folder.close();
  }

  #scan(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    let failure: string | undefined;
    try {
      for (const folder of this.#folders) folder.scan();
      const layers = this.#folders.map(({ layer }) => layer);
      if (this.#unread.length > 0 || !isSame(layers, this.#layers, partsOf)) this.#publish(layers, startedAt);
      this.#layers = layers;
    } catch (error) {
      failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (this.#words.length === 0) this.#forgetTexts();
    const { watch, scanIntervalMs } = this.#options;
    const why = this.#folders.find((folder) => folder.why !== undefined)?.why;
    const watching = why === undefined ? watch : 'scan';
    this.#post({ type: 'scanned', endedAt: new Date(), watching, why, failure });
    if (watch === 'off') return;
    const isUnsettled = failure !== undefined || this.#folders.some((folder) => folder.isUnsettled);
    const pause = watching === 'scan' ? QUICK_SCAN_MS : isUnsettled ? UNSETTLED_MS : scanIntervalMs;
    if (pause > 0) this.#scanIn(Math.max(pause, PAUSE_PER_SCAN * (performance.now() - startedAt)));
  }

  #scanIn(ms: number): void {
    const dueAt = performance.now() + ms;
    if (this.#isClosed || dueAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => this.#scan(), ms).unref();
  }

  #publish(layers: readonly Layer[], startedAt: number): void {
    const now = new Date();
    const { skills, ...state } = foldLayers(layers);
    if (this.#head === undefined || this.#options.isReplica) this.#head = declaredHead(layers, now);
    else if (!isSame(layers, this.#layers, listPartsOf)) this.#head = nextHead(this.#head, layers, now);
    const took = { pickedUpAt: now, tookMs: performance.now() - startedAt };
    this.#unread = this.#publisher.unreadable([...skills.values()]);
    for (const { key } of this.#unread) skills.delete(key);
    const general = [...state.general, ...this.#unread.map(reportUnread)];
    const change = {
      changed: [...skills.values()],
      removed: [...this.#keys].filter((key) => !skills.has(key)),
    };
    this.#keys = new Set(skills.keys());
    const { keys, isWhole } = this.#publisher.publish(change, {
      ...{ ...state, ...took, general },
      head: this.#head,
    });
    for (let start = 0; isWhole && start < keys.length; start += PATCH_SKILLS) {
      const part = keys.slice(start, start + PATCH_SKILLS);
      this.#words.push(() => this.#publisher.postTerms(part));
    }
    if (isWhole)
      this.#words.push(() => {
        this.#forgetTexts();
        this.#post({ type: 'indexed' });
      });
    const jobs = isWhole ? this.#checks : this.#edited;
    for (const key of keys) jobs.push(() => this.#check(key));
    if (keys.length > 0) jobs.push(() => this.#publisher.postChecks());
    void this.#work();
  }

  #forgetTexts(): void {
    for (const folder of this.#folders) folder.forgetTexts();
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const next = () => this.#edited.shift() ?? this.#words.shift() ?? this.#checks.shift();
    await nextTurn();
    for (let job = next(); job !== undefined && !this.#isClosed; job = next()) {
      await job();
      await nextTurn();
    }
    this.#isWorking = false;
  }

  async #check(key: string): Promise<void> {
    const countTokens = await loadTokenCounter();
    const skill = this.#publisher.unchecked(key);
    const folder = skill && this.#folderOf(skill);
    if (skill !== undefined && folder !== undefined) {
      const { source } = skill;
      const layout = folder.layer.model?.contents.location.layout ?? 'registry';
      const context = { layout, now: new Date(), countTokens };
      const texts = folder.textsOf(source.folder);
      if (texts !== undefined)
        this.#publisher.takeChecks(skill, checkSkill({ ...source, key }, texts, context));
    }
  }

  #folderOf({ registry }: FoldedSkill): FollowedFolder | undefined {
    const [only] = this.#folders;
    return registry === undefined ? only : this.#folders.find(({ layer }) => layer.name === registry);
  }
}

function reportUnread({ key, registry, source: { folder } }: FoldedSkill): Diagnostic {
  const message = `${folder} can't be read now. Nothing of it is served.`;
  const file = joinRelative(folder, MANIFEST_FILE);
  return diagnose('file-unreadable', message, {
    skillKey: key,
    file,
    ...(registry !== undefined && { registry }),
  });
}

type Parts = (layer: Layer) => readonly unknown[];

const partsOf: Parts = ({ name, folder, leftOut, model, unavailable }) => [
  ...[name, folder, leftOut?.join(), model, unavailable],
];

/** Unreadable paths and rules.json change nothing in the list. */
const listPartsOf: Parts = ({ name, model }) => [
  ...[name, model?.contents.folders, model?.contents.indexFile, model?.leftOut],
];

function isSame(now: readonly Layer[], before: readonly Layer[], parts: Parts): boolean {
  const others = before.flatMap(parts);
  return now.length === before.length && now.flatMap(parts).every((part, at) => part === others[at]);
}

import type { SkillKey } from '../../contract/api/api.ts';
import type { TermBatch } from '../../search/index/skill-terms.ts';
import { SkillSplitter } from '../../search/index/split-skills.ts';
import type { DocumentTexts } from '../../search/search-document.ts';
import { loadTokenCounter } from '../../tokens/count-tokens.ts';
import { describeChange } from '../model/describe-change.ts';
import type { FolderDelta } from '../model/folder-delta.ts';
import { withLastManifest } from '../model/read-manifest.ts';
import { isBroken, parseIndexFile } from '../model/registry-index-file.ts';
import { deltaOf, emptyModel, nextModel, type RegistryModel, withFindings } from '../model/registry-model.ts';
import type { RegistryContents, RegistrySnapshot } from '../model/registry-snapshot.ts';
import { isSameJson } from '../model/same-json.ts';
import { searchDocuments } from '../model/search-documents.ts';
import type { SkillFindings } from '../model/skill.ts';
import { type SnapshotUpdate, updateTo } from '../model/snapshot-update.ts';
import type { DiskReader } from './disk-reader.ts';
import type { ReadFiles } from './load-registry.ts';
import { readIndexedTexts } from './read-indexed-texts.ts';
import {
  type FollowerEvents,
  type FollowOptions,
  followRegistry,
  type RegistryFollower,
} from './registry-follower.ts';
import { rememberTexts } from './remember-texts.ts';
import { SkillCache } from './skill-cache.ts';
import { SkillChecks } from './skill-checks.ts';

export interface SnapshotOptions extends FollowOptions {
  /** See `RegistryModel`. */
  readonly isReplica?: boolean | undefined;
  readonly skillsFile?: string | undefined;
}

/** For a replacement thread. */
export interface SnapshotSeed extends Pick<RegistrySnapshot, 'contents' | 'generation' | 'index'> {
  readonly findings: ReadonlyMap<SkillKey, SkillFindings>;
}

export interface SnapshotEvents extends Omit<FollowerEvents, 'onDelta'> {
  readonly onUpdate: (update: SnapshotUpdate) => void;
}

export interface SnapshotFollower extends RegistryFollower {
  /** Splits texts into terms. Skips unserved skills. */
  index(keys: readonly SkillKey[]): Promise<readonly TermBatch[]>;
  /** Starts slow checks; updates publish findings. */
  check(): Promise<void>;
  /** Resolves when findings of all edited skills were published. */
  caughtUp(): Promise<void>;
}

/** Delay of cache writes. */
const KEEP_DELAY_MS = 1_000;

/**
 * Publishes the first update before returning.
 *
 * @param seed served state; publishes differences only
 */
export function followSnapshots(
  diskReader: DiskReader,
  options: SnapshotOptions,
  events: SnapshotEvents,
  seed?: SnapshotSeed,
): SnapshotFollower {
  const { skillsFile } = options;
  const reader = rememberTexts(diskReader);
  const read: ReadFiles = async (requests) =>
    requests.map((request) => reader.read({ ...request, recent: true }));
  const cache = skillsFile === undefined ? undefined : new SkillCache(diskReader, skillsFile);
  const checks = new SkillChecks({
    layout: options.location.layout,
    read,
    loadCounter: loadTokenCounter,
    onChecked: (findings) => snapshots.takeFindings(findings),
    onStale: ({ directory }) => void follower.scan(directory).catch(() => {}),
  });
  const snapshots = new SnapshotMaker(options, { onUpdate: events.onUpdate, checks }, seed);
  const onDelta = (delta: FolderDelta) => snapshots.takeIn(delta);
  const follower = followRegistry(reader, options, { ...events, onDelta }, seed?.contents, cache);
  cache?.forget();
  snapshots.keepIn(cache);
  const splitter = new SkillSplitter();
  const readTexts = readIndexedTexts({ read });
  return {
    watchFolders: () => follower.watchFolders(),
    scan: (path) => follower.scan(path),
    async index(keys) {
      const documents = searchDocuments(snapshots.records, keys);
      const texts = await readTexts(documents);
      return [splitter.batch(documents.map((document, i) => splitter.split(document, texts[i] ?? UNREAD)))];
    },
    check: async () => checks.begin(),
    caughtUp: () => checks.caughtUp(),
    close() {
      checks.close();
      snapshots.close();
      return follower.close();
    },
  };
}

const UNREAD: DocumentTexts = { texts: [], settled: false };

interface SnapshotMakerEvents extends Pick<SnapshotEvents, 'onUpdate'> {
  readonly checks: SkillChecks;
}

class SnapshotMaker {
  readonly #events: SnapshotMakerEvents;
  #model: RegistryModel;
  #startedAt: number | undefined = performance.now();
  /** The next delta is full. */
  #isSeeded: boolean;
  #cache: SkillCache | undefined;
  #keeping: NodeJS.Timeout | undefined;

  constructor(options: SnapshotOptions, events: SnapshotMakerEvents, seed?: SnapshotSeed) {
    this.#events = events;
    this.#isSeeded = seed !== undefined;
    const { location, isReplica } = options;
    this.#model = seed === undefined ? emptyModel(location, isReplica) : modelOfSeed(seed, isReplica);
  }

  get records(): RegistrySnapshot['records'] {
    return this.#model.records;
  }

  takeIn(read: FolderDelta): void {
    const startedAt = this.#startedAt ?? performance.now();
    this.#startedAt = undefined;
    const before = this.#model;
    const isSeeded = this.#isSeeded;
    const delta = this.#understand(read);
    const change = nextModel(before, delta, new Date(), performance.now() - startedAt);
    this.#model = change.snapshot;
    // A seeded model contains skills that were not checked on this thread.
    const all = { changed: [...change.snapshot.skills.keys()], removed: [] };
    this.#events.checks.follow(change.snapshot, isSeeded ? all : change);
    const update = updateTo(before, change);
    const { general } = change.snapshot;
    this.#events.onUpdate({
      ...update,
      // Clears "registry unreadable", which no model contains.
      ...(isSeeded ? { head: { ...update.head, general } } : {}),
      ...(before.generation === 0 ? {} : { change: describeChange(before, delta, change) }),
    });
    this.#keepSoon();
  }

  takeFindings(findings: ReadonlyMap<SkillKey, SkillFindings>): void {
    const before = this.#model;
    this.#model = withFindings(before, findings);
    this.#events.checks.follow(this.#model, { changed: [], removed: [] });
    this.#events.onUpdate(updateTo(before, { snapshot: this.#model }));
    this.#keepSoon();
  }

  keepIn(cache: SkillCache | undefined): void {
    this.#cache = cache;
    this.#keepSoon();
  }

  close(): void {
    clearTimeout(this.#keeping);
    this.#cache = undefined;
  }

  /** Ignores write errors. */
  #keepSoon(): void {
    this.#keeping ??= setTimeout(() => {
      this.#keeping = undefined;
      const { checks } = this.#events;
      this.#cache?.keep(this.#model, (findings) => checks.isLasting(findings)).catch(() => {});
    }, KEEP_DELAY_MS).unref();
  }

  #understand(delta: FolderDelta): FolderDelta {
    const { contents } = this.#model;
    const news = this.#isSeeded ? whatIsNew(delta, contents) : delta;
    this.#isSeeded = false;
    return keepLastGood(contents, news);
  }
}

function modelOfSeed(
  { contents, generation, index, findings }: SnapshotSeed,
  isReplica?: boolean,
): RegistryModel {
  const { text, index: head, diagnostics } = contents.indexFile;
  // Parsed again, since the serving thread does not retain the entries.
  const read =
    head === undefined ? contents.indexFile : { ...parseIndexFile(text, head.mtimeMs), diagnostics };
  const indexFile = { ...read, digest: contents.indexFile.digest };
  const empty = emptyModel(contents.location, isReplica);
  const { snapshot } = nextModel(empty, deltaOf({ ...contents, indexFile }), new Date());
  return { ...withFindings(snapshot, findings), generation, index };
}

/** Differences of a full delta. */
function whatIsNew({ indexFile, ...delta }: FolderDelta, before: RegistryContents): FolderDelta {
  const isSameIndex =
    indexFile?.digest === before.indexFile.digest &&
    isSameJson(indexFile?.diagnostics, before.indexFile.diagnostics);
  return {
    ...delta,
    ...(isSameIndex || indexFile === undefined ? {} : { indexFile }),
    upserted: delta.upserted.filter(
      ({ folder, fingerprint }) => before.folders.get(folder)?.fingerprint !== fingerprint,
    ),
  };
}

/** Invalid JSON is likely being written. */
function keepLastGood(before: RegistryContents, delta: FolderDelta): FolderDelta {
  const upserted = delta.upserted.map((folder) =>
    withLastManifest(before.folders.get(folder.folder), folder),
  );
  const { indexFile } = delta;
  const last = before.indexFile;
  if (indexFile === undefined || !isBroken(indexFile) || last.index === undefined)
    return { ...delta, upserted };
  return { ...delta, upserted, indexFile: { ...last, diagnostics: indexFile.diagnostics } };
}

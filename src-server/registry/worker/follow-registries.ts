import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SkillKey } from '../../contract/api/api.ts';
import { SkillSplitter } from '../../search/index/split-skills.ts';
import {
  type FollowedRegistry,
  type FromRegistryWorker,
  PATCH_SKILLS,
  type RecordChange,
  type ToRegistryWorker,
} from '../registry-patch.ts';
import { CheckQueue, type CountTokens, checkSkillTexts } from './check-skills.ts';
import { type Disk, disk as ownDisk } from './disk.ts';
import { FollowedFolder } from './followed-registry.ts';
import type { PublishedChange } from './publish-changes.ts';

interface CheckJob {
  readonly id: string;
  readonly followed: FollowedFolder;
  readonly key: SkillKey;
}

/** What the worker does: follows all registries, posts patches, then words, then findings and tokens. */
export class RegistryFollower {
  readonly #post: (message: FromRegistryWorker) => void;
  readonly #disk: Disk;
  readonly #splitter = new SkillSplitter();
  readonly #folders = new Map<string, FollowedFolder>();
  readonly #checks: CheckQueue<CheckJob>;
  /** Findings to post, by registry. */
  readonly #found = new Map<string, RecordChange[]>();
  /** Checks wait for the words of a start. */
  #splitting: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(post: (message: FromRegistryWorker) => void, disk: Disk = ownDisk) {
    this.#post = post;
    this.#disk = disk;
    this.#checks = new CheckQueue({
      check: (job, countTokens) => this.#check(job, countTokens),
      flush: (edited) => this.#flush(edited),
    });
  }

  take(message: ToRegistryWorker): void {
    if (message.type === 'follow') this.follow(message.registries);
    else {
      for (const folder of this.#folders.values()) folder.scan();
      this.#post({ type: 'rescanned', id: message.id });
    }
  }

  follow(registries: readonly FollowedRegistry[]): void {
    const wanted = new Set(registries.map(({ id }) => id));
    for (const [id, folder] of this.#folders)
      if (!wanted.has(id)) {
        folder.close();
        this.#folders.delete(id);
      }
    for (const registry of registries) {
      if (this.#folders.has(registry.id)) continue;
      const folder = new FollowedFolder(registry, {
        disk: this.#disk,
        splitter: this.#splitter,
        post: this.#post,
        onPublished: (followed, change) => void this.#goOn(followed, change),
      });
      this.#folders.set(registry.id, folder);
      folder.scan();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#checks.close();
    for (const folder of this.#folders.values()) folder.close();
  }

  async #goOn(followed: FollowedFolder, { toSplit, unchecked, isFirst }: PublishedChange): Promise<void> {
    const { publisher } = followed;
    this.#splitting = this.#splitting.then(async () => {
      const left = [...toSplit];
      while (left.length > 0 && !this.#isClosed) {
        publisher?.postTerms(left.splice(0, PATCH_SKILLS));
        await nextTurn();
      }
    });
    await this.#splitting;
    const jobs = unchecked.map((key) => ({ id: `${followed.id}\0${key}`, followed, key }));
    this.#checks.add(jobs, isFirst);
  }

  #check({ followed, key }: CheckJob, countTokens: CountTokens): void {
    const { publisher, location } = followed;
    const skill = publisher?.skillOf(key);
    if (publisher === undefined || location === undefined || skill === undefined) return;
    const { layout } = location;
    const texts = followed.textsOf(skill.source.folder);
    const { checks, tokens } = checkSkillTexts(skill, texts, { layout, now: new Date() }, countTokens);
    const change = publisher.takeChecks(skill, checks, tokens);
    if (change === undefined) return;
    const found = this.#found.get(followed.id) ?? [];
    found.push(change);
    this.#found.set(followed.id, found);
  }

  #flush(edited: number): void {
    for (const [registry, changed] of this.#found)
      if (this.#folders.has(registry)) this.#post({ type: 'checked', registry, changed, edited });
    this.#found.clear();
  }
}

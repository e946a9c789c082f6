import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import type { TokenCount } from '../../contract/api/token-count.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { loadTokenCounter } from '../../tokens/count-tokens.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import { checkTexts } from '../../validation/skill-checker.ts';
import { checkedFiles, type ReadableFolder } from '../model/skill-folder.ts';

export interface CheckedTexts {
  readonly checks: readonly Diagnostic[];
  /** Of the texts of an answer. */
  readonly tokens: ReadonlyMap<string, TokenCount>;
}

export type CountTokens = (text: string) => TokenCount;

type CheckedSource = Pick<
  ReadableFolder,
  'folder' | 'manifest' | 'manifestText' | 'isManifestBroken' | 'files' | 'otherFiles' | 'contents'
>;

/** All rules over a skill and its texts, and what they cost to read. */
export function checkSkillTexts(
  { key, source }: { readonly key: SkillKey; readonly source: CheckedSource },
  texts: ReadonlyMap<string, string>,
  context: { readonly layout: RegistryLayout; readonly now: Date },
  countTokens: CountTokens,
): CheckedTexts {
  const counted = new Map<string, TokenCount>();
  const countOnce = (text: string) => {
    const count = counted.get(text) ?? countTokens(text);
    counted.set(text, count);
    return count;
  };
  const { folder, manifest, manifestText, contents } = source;
  const tokens = new Map(contents.map((path) => [path, countOnce(texts.get(path) ?? '')]));
  // While skill.json is broken, findings would be about what is no longer there.
  if (source.isManifestBroken) return { checks: [], tokens };
  const skill = {
    ...{ key, folder, manifest, files: checkedFiles(source) },
    texts: new Map([[MANIFEST_FILE, manifestText], ...texts]),
  };
  return { checks: checkTexts(skill, { ...context, countTokens: countOnce }), tokens };
}

/** Between messages of the first pass. */
const POST_EVERY_MS = 1_000;
const MOST_OF_A_MESSAGE = 50;
/** Pauses of the first pass as long as its checks, up to this: half of a core stays free. */
const LONGEST_REST_MS = 100;

interface QueueOptions<Job> {
  readonly check: (job: Job, countTokens: CountTokens) => void;
  /** @param edited jobs of edits that wait */
  readonly flush: (edited: number) => void;
}

/** Checks one skill after the other, edited ones first. */
export class CheckQueue<Job extends { readonly id: string }> {
  readonly #options: QueueOptions<Job>;
  readonly #edited = new Map<string, Job>();
  readonly #first = new Map<string, Job>();
  #isRunning = false;
  #isClosed = false;

  constructor(options: QueueOptions<Job>) {
    this.#options = options;
  }

  add(jobs: readonly Job[], isFirst: boolean): void {
    for (const job of jobs) {
      this.#edited.delete(job.id);
      this.#first.delete(job.id);
      (isFirst ? this.#first : this.#edited).set(job.id, job);
    }
    if (!this.#isRunning && jobs.length > 0) void this.#run();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const countTokens = await loadTokenCounter();
    let checked = 0;
    let flushedAt = performance.now();
    for (let job = this.#next(); job !== undefined && !this.#isClosed; job = this.#next()) {
      const startedAt = performance.now();
      this.#options.check(job, countTokens);
      checked += 1;
      const isIdle = this.#edited.size === 0;
      const isDue = checked >= MOST_OF_A_MESSAGE || performance.now() - flushedAt > POST_EVERY_MS;
      if (isDue || (isIdle && this.#first.size === 0)) {
        this.#options.flush(this.#edited.size);
        checked = 0;
        flushedAt = performance.now();
      }
      if (isIdle && this.#first.size > 0)
        await pause(Math.min(performance.now() - startedAt, LONGEST_REST_MS));
      else await nextTurn();
    }
    this.#isRunning = false;
  }

  #next(): Job | undefined {
    const row = this.#edited.size > 0 ? this.#edited : this.#first;
    const [next] = row.values();
    if (next !== undefined) row.delete(next.id);
    return next;
  }
}

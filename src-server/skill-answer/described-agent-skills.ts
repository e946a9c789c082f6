import type { IndexEntry, SkillKey } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import { AgentSkillNames } from '../registry/agent-skills/agent-skill-names.ts';
import { readSkillContents, type SkillContents } from '../registry/skill-texts.ts';
import { Semaphore } from '../semaphore.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** Bounds memory: digests need the texts. */
const SKILLS_AT_ONCE = 4;

type Describe<D> = (name: string, contents: SkillContents, entry: IndexEntry | undefined) => D;

/** Cached until the skill's contents or name change. */
export class DescribedAgentSkills<D> {
  /** Updated by callers' snapshots. */
  readonly names = new AgentSkillNames();
  readonly #served: ServedRegistry;
  readonly #describe: Describe<D>;
  readonly #known = new WeakMap<IndexEntry, { readonly name: string; readonly description: D }>();
  readonly #semaphore = new Semaphore(SKILLS_AT_ONCE);

  constructor(served: ServedRegistry, describe: Describe<D>) {
    this.#served = served;
    this.#describe = describe;
  }

  known(key: SkillKey, entry: IndexEntry | undefined): D | undefined {
    const known = entry && this.#known.get(entry);
    return known?.name === this.names.nameOf(key) ? known.description : undefined;
  }

  /**
   * Undefined if a file is unreadable: digests would match no answer.
   *
   * @param entry of the caller's snapshot
   */
  describe(key: SkillKey, entry: IndexEntry | undefined, signal?: AbortSignal): Promise<D | undefined> {
    return this.#semaphore.take(async () => {
      const known = this.known(key, entry);
      if (known !== undefined) return known;
      const name = this.names.nameOf(key);
      const contents = await readSkillContents(this.#served.live, key).catch(ignoreUnreadable);
      signal?.throwIfAborted();
      if (contents?.isSettled !== true) return undefined;
      const current = contents.snapshot.entries.get(key);
      const description = this.#describe(name, contents, current);
      for (const owner of [entry, current])
        if (owner !== undefined) this.#known.set(owner, { name, description });
      return description;
    }, signal);
  }

  /** For work that reads texts. */
  take<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#semaphore.take(work, signal);
  }
}

function ignoreUnreadable(error: unknown): undefined {
  const isExpected =
    error instanceof ApiError && (error.code === 'skill_not_found' || error.code === 'unreadable');
  if (!isExpected) throw error;
}

import type { IndexEntry } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../served-registry.ts';

/** Names that stand for what there is. */
const MOST_NAMED = 10;
/** Bytes of a text for each of its tokens, roughly: prose and code of skills have 3.5 to 4.5. */
const BYTES_PER_TOKEN = 4;
/** What a registry's author writes stands in what a model reads as ours: only plain names do. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/;

/** What a registry is about. */
export interface CoverageFacts {
  readonly skills: number;
  /** Those with the most skills first. */
  readonly languages: readonly string[];
  /** Names of libraries, at most ten: of each language in turn those with the highest trust score. */
  readonly names: readonly string[];
  /** Tokens that half of the skills don't exceed, in hundreds; an estimate by their bytes. 0 without any skill. */
  readonly tokens: number;
}

/** What a registry covers as it is now; worked out once for each of its states. */
export class Coverage {
  readonly #served: ServedRegistry;
  #known: { readonly of: RegistrySnapshot; readonly facts: CoverageFacts } | undefined;

  constructor(served: ServedRegistry) {
    this.#served = served;
  }

  get facts(): CoverageFacts {
    const snapshot = this.#served.live.snapshot();
    if (this.#known?.of !== snapshot) this.#known = { of: snapshot, facts: gatherFacts(snapshot) };
    return this.#known.facts;
  }

  /** `41 library skills (cpp, rust; such as spdlog, tokio)`; throws where the registry can't be read. */
  get phrase(): string {
    const { skills, languages, names } = this.facts;
    const about = [languages.join(', '), ...(names.length === 0 ? [] : [`such as ${names.join(', ')}`])];
    const count = `${skills} library skill${skills === 1 ? '' : 's'}`;
    return skills === 0 ? count : `${count} (${about.join('; ')})`;
  }

  /** The same as a sentence, or that there is nothing to read now: tools are listed either way, and tell why when called. */
  get sentence(): string {
    try {
      return `There are ${this.phrase}.`;
    } catch (error) {
      if (error instanceof ApiError) return 'None can be read now.';
      throw error;
    }
  }
}

function gatherFacts({ skills, entries }: RegistrySnapshot): CoverageFacts {
  const byLanguage = new Map<string, IndexEntry[]>();
  for (const entry of entries.values()) {
    if (!PLAIN_NAME.test(entry.language)) continue;
    const others = byLanguage.get(entry.language);
    if (others === undefined) byLanguage.set(entry.language, [entry]);
    else others.push(entry);
  }
  const groups = [...byLanguage].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const sizes = [...skills.values()].map(({ contents, files }) =>
    contents.reduce((sum, path) => sum + (files.get(path)?.size ?? 0), 0),
  );
  const median = sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  return {
    skills: entries.size,
    languages: groups.map(([language]) => language),
    names: inTurn(groups.map(([, group]) => bestKnown(group))).slice(0, MOST_NAMED),
    tokens: Math.ceil(median / BYTES_PER_TOKEN / 100) * 100,
  };
}

function bestKnown(entries: readonly IndexEntry[]): readonly string[] {
  return entries
    .filter(({ name }) => PLAIN_NAME.test(name))
    .sort((a, b) => (b.trust_score ?? 0) - (a.trust_score ?? 0) || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(({ name }) => name);
}

/** The first of each list, then the second of each, and so on; each name once. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(all.flat())];
}

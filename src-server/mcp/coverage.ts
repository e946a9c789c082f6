import type { IndexEntry } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../served-registry.ts';

const MOST_NAMED = 10;
/** Per language. */
const MOST_LISTED = 400;
/** Models would read other authors' names as our words. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/;

export interface CoverageFacts {
  readonly skills: number;
  /** Most skills first. */
  readonly languages: readonly string[];
  /** At most ten, languages in turn: most read, then highest trust score. */
  readonly names: readonly string[];
  /** At most `MOST_LISTED` each. */
  readonly namesByLanguage: readonly (readonly [language: string, names: readonly string[]])[];
}

/** Cached per snapshot. */
export class Coverage {
  readonly #served: ServedRegistry;
  #known: { readonly of: RegistrySnapshot; readonly facts: CoverageFacts } | undefined;
  /** Since the start. */
  readonly #reads = new Map<string, number>();

  constructor(served: ServedRegistry) {
    this.#served = served;
  }

  get facts(): CoverageFacts {
    const snapshot = this.#served.live.snapshot();
    if (this.#known?.of !== snapshot)
      this.#known = { of: snapshot, facts: gatherFacts(snapshot, this.#reads) };
    return this.#known.facts;
  }

  /** Changes `names` after the next change of the registry. */
  addRead(key: string): void {
    if (this.#served.live.snapshot().skills.has(key)) this.#reads.set(key, (this.#reads.get(key) ?? 0) + 1);
  }

  /** `41 library skills (cpp: asio, spdlog; rust: tokio)`. Throws without readable registry. */
  get allNames(): string {
    const { skills, namesByLanguage } = this.facts;
    const about = namesByLanguage.map(([language, names]) => `${language}: ${names.join(', ')}`);
    return skills === 0 ? countSkills(skills) : `${countSkills(skills)} (${about.join('; ')})`;
  }

  /** `41 library skills (cpp, rust; such as spdlog, tokio)`. Throws without readable registry. */
  get phrase(): string {
    const { skills, languages, names } = this.facts;
    const about = [languages.join(', '), ...(names.length === 0 ? [] : [`such as ${names.join(', ')}`])];
    return skills === 0 ? countSkills(skills) : `${countSkills(skills)} (${about.join('; ')})`;
  }

  /** Never throws: listed tools report the failure. */
  get sentence(): string {
    try {
      return `There are ${this.phrase}.`;
    } catch (error) {
      if (error instanceof ApiError) return 'None can be read now.';
      throw error;
    }
  }
}

function countSkills(skills: number): string {
  return `${skills} library skill${skills === 1 ? '' : 's'}`;
}

function gatherFacts({ entries }: RegistrySnapshot, reads: ReadonlyMap<string, number>): CoverageFacts {
  const byLanguage = new Map<string, IndexEntry[]>();
  for (const entry of entries.values()) {
    if (!PLAIN_NAME.test(entry.language)) continue;
    const others = byLanguage.get(entry.language);
    if (others === undefined) byLanguage.set(entry.language, [entry]);
    else others.push(entry);
  }
  const groups = [...byLanguage].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const named = groups.map(([language, group]) => [language, bestKnown(group, reads)] as const);
  return {
    skills: entries.size,
    languages: groups.map(([language]) => language),
    names: inTurn(named.map(([, names]) => names.slice(0, MOST_NAMED))).slice(0, MOST_NAMED),
    namesByLanguage: named,
  };
}

function bestKnown(entries: readonly IndexEntry[], reads: ReadonlyMap<string, number>): readonly string[] {
  const readsOf = ({ key }: IndexEntry) => reads.get(key) ?? 0;
  return entries
    .filter(({ name }) => PLAIN_NAME.test(name))
    .sort(
      (a, b) =>
        readsOf(b) - readsOf(a) || (b.trust_score ?? 0) - (a.trust_score ?? 0) || (a.key < b.key ? -1 : 1),
    )
    .slice(0, MOST_LISTED)
    .map(({ name }) => name);
}

/** First items, second items, …, without duplicates. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(all.flat())];
}

import { traitsOf } from '../index/document-traits.ts';
import type { SearchDocument } from '../search-document.ts';
import { type ShardDocument, toSearchDocument } from './document-shard.ts';
import type { IndexFacts } from './index-facts.ts';
import { DamagedShard } from './shard-bytes.ts';
import type { ShardStore } from './shard-store.ts';

export interface KnownDocument {
  readonly document: SearchDocument;
  readonly sectionCounts: readonly number[];
}

/** All documents by number; most without more than language and traits. */
export class DocumentTable {
  readonly traits: Uint32Array;
  /** Without key, name and files. */
  readonly unknown: readonly SearchDocument[];
  readonly #facts: IndexFacts;
  readonly #known = new Map<number, KnownDocument>();

  constructor(facts: IndexFacts) {
    this.#facts = facts;
    this.unknown = facts.languages.map((language, number) =>
      toSearchDocument({
        // Only the language of a key is asked for before the document is known.
        key: `${facts.keyLanguages[number]}/${number}`,
        name: '',
        language,
        packages: [],
        files: [],
      }),
    );
    this.traits = Uint32Array.from(this.unknown, (document, number) =>
      traitsOf({ ...document, symptoms: facts.haveSymptoms[number] === true ? [''] : [] }),
    );
  }

  /** The same objects each time: caches use their identity. */
  *loaded(store: ShardStore): Generator<readonly [number, KnownDocument]> {
    const { documents: perShard } = this.#facts.perShard;
    for (let shard = 0; shard * perShard < this.traits.length; shard += 1) {
      const documents = store.loaded('documents', shard);
      for (const [i, document] of documents?.entries() ?? []) {
        const number = shard * perShard + i;
        yield [number, this.#known.get(number) ?? this.#add(number, document)];
      }
    }
  }

  #add(number: number, found: ShardDocument): KnownDocument {
    if (number >= this.traits.length || found.language !== this.unknown[number]?.language)
      throw new DamagedShard();
    const known = { document: toSearchDocument(found), sectionCounts: found.sectionCounts };
    this.#known.set(number, known);
    return known;
  }
}

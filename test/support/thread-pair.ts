import { type DeltaPart, joinDelta, splitDelta } from '../../src-server/registry/disk/delta-parts.ts';
import { IndexFilePacker, IndexFileUnpacker } from '../../src-server/registry/disk/pack-index-file.ts';
import type { FolderDelta } from '../../src-server/registry/folder-delta.ts';
import type { SkillFolder } from '../../src-server/registry/model/skill.ts';

/** Two threads: what is handed over on one side, in order, as it arrives on the other. */
export class ThreadPair {
  readonly #unpacker = new IndexFileUnpacker();
  #packer = new IndexFilePacker();

  handOver(delta: FolderDelta): FolderDelta {
    return joinDelta([...splitDelta(delta, this.#packer)].map(({ delta: part }) => this.#arrive(part)));
  }

  /** The thread that hands over ends, having sent only some parts of this; another one takes its place. */
  replaceWhile(delta: FolderDelta): void {
    const [part] = splitDelta(delta, this.#packer);
    if (part !== undefined) this.#arrive(part.delta);
    this.#packer = new IndexFilePacker();
    this.#unpacker.startAgain();
  }

  #arrive({ indexFile: packed, ...rest }: DeltaPart<SkillFolder>['delta']): FolderDelta {
    const indexFile = packed && this.#unpacker.unpack(structuredClone(packed));
    return { ...rest, ...(indexFile === undefined ? {} : { indexFile }) };
  }
}

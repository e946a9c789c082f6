import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import { runInSlices } from '../run-in-slices.ts';
import { type JoinedBody, joinPieces } from './body-pieces.ts';
import { PreparedBody } from './prepared-body.ts';
import { JSON_HEADERS } from './respond.ts';

type Chunk = RegistrySnapshot['entries']['chunks'][number];

/**
 * Makes the body of the list. Entries come in chunks that snapshots share, so after an edit only the chunks that
 * changed are written as JSON; the rest is copied from the last body, in slices.
 */
export class ListBodyMaker {
  /** Each chunk's part of the last body. */
  private parts = new WeakMap<Chunk, Buffer>();

  /** The tag is a hash of the body: the same after a restart as long as the body is. */
  async make(snapshot: RegistrySnapshot): Promise<PreparedBody> {
    const { body, etag } = await runInSlices(this.steps(snapshot));
    return new PreparedBody(body, JSON_HEADERS, etag);
  }

  private *steps({ index, entries }: RegistrySnapshot): Generator<void, JoinedBody> {
    const parts: Array<readonly [Chunk, Buffer]> = [];
    const pieces: Buffer[] = [Buffer.from(JSON.stringify({ ...index, skills: [] }).slice(0, -2))];
    for (const [place, chunk] of entries.chunks.entries()) {
      const part = this.parts.get(chunk) ?? Buffer.from(JSON.stringify(chunk.values).slice(1, -1));
      parts.push([chunk, part]);
      pieces.push(...(place === 0 ? [] : [COMMA]), part);
      yield;
    }
    const joined = yield* joinPieces([...pieces, Buffer.from(']}')]);
    // Parts of this body instead of those of the one before, which can go then.
    let start = pieces[0]?.length ?? 0;
    this.parts = new WeakMap(
      parts.map(([chunk, { length }]) => {
        const end = start + length;
        const part = joined.body.subarray(start, end);
        start = end + COMMA.length;
        return [chunk, part];
      }),
    );
    return joined;
  }
}

const COMMA = Buffer.from(',');

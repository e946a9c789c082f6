import { createHash } from 'node:crypto';

/** A whole body of JSON. */
export interface JoinedBody {
  readonly body: Buffer;
  /** A hash of the body, as an entity tag. */
  readonly etag: string;
}

/** Puts a large body together and hashes it, piece by piece, to be run in slices. */
export function* joinPieces(pieces: readonly Buffer[]): Generator<void, JoinedBody> {
  const body = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  const hash = createHash('sha1');
  let end = 0;
  for (const piece of pieces) {
    hash.update(piece);
    end += piece.copy(body, end);
    yield;
  }
  return { body, etag: `W/"${hash.digest('base64url')}"` };
}

import { createHash } from 'node:crypto';

export interface JoinedBody {
  readonly body: Buffer;
  readonly etag: string;
}

/** Works in slices. */
export function* joinBody(pieces: readonly Buffer[]): Generator<void, JoinedBody> {
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

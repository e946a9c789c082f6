import { Transform, type TransformOptions } from 'node:stream';

const MARK = '\xef\xbb\xbf';

/** Removes a byte order mark at the start of a line, which shells of Windows write (RFC 8259, 8.1). */
export function skipMarks(options: Pick<TransformOptions, 'flush'>): Transform {
  let before = '\n';
  let held = '';
  return new Transform({
    ...options,
    transform(piece: Buffer, _encoding, done) {
      const text = (before + held + piece.toString('latin1')).replaceAll(`\n${MARK}`, '\n');
      // A mark may arrive in two pieces.
      held = /\n(\xef\xbb?)$/.exec(text)?.[1] ?? '';
      const whole = text.slice(0, text.length - held.length);
      before = whole.at(-1) ?? before;
      done(null, Buffer.from(whole.slice(1), 'latin1'));
    },
  });
}

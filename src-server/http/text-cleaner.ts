import { Transform, type TransformCallback } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Drops a byte order mark, replaces invalid bytes. */
export class TextCleaner extends Transform {
  private readonly decoder = new StringDecoder('utf8');
  private isStart = true;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, this.clean(this.decoder.write(chunk)));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.clean(this.decoder.end()));
  }

  private clean(text: string): Buffer {
    if (!this.isStart || text === '') return Buffer.from(text);
    this.isStart = false;
    return Buffer.from(text.startsWith('\uFEFF') ? text.slice(1) : text);
  }
}

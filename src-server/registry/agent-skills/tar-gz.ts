import { crc32 } from 'node:zlib';

const BLOCK = 512;
/** Maximum of a stored deflate block (RFC 1951, section 3.2.4). */
const STORED = 65_535;
/** Other names need a pax record. */
const PLAIN_NAME = /^[\x20-\x7e]{1,100}$/;

/**
 * Tar (POSIX.1-2001, pax) in gzip (RFC 1952). Stable digests: no times, owners or compression, which varies
 * between zlib versions.
 */
export function makeTarGz(files: ReadonlyMap<string, Buffer>): Buffer {
  const blocks: Buffer[] = [];
  for (const [path, content] of files) {
    if (!PLAIN_NAME.test(path)) {
      const record = paxRecord('path', path);
      blocks.push(header('pax', record.length, 'x'), record, padding(record.length));
    }
    const name = PLAIN_NAME.test(path) ? path : 'file';
    blocks.push(header(name, content.length, '0'), content, padding(content.length));
  }
  return storedGzip(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

function header(name: string, size: number, type: '0' | 'x'): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  block.write(name, 0, 'ascii');
  block.write(octal(0o644, 8), 100, 'ascii');
  block.write(octal(0, 8), 108, 'ascii');
  block.write(octal(0, 8), 116, 'ascii');
  block.write(octal(size, 12), 124, 'ascii');
  block.write(octal(0, 12), 136, 'ascii');
  // The checksum counts its own field as spaces.
  block.write('        ', 148, 'ascii');
  block.write(type, 156, 'ascii');
  block.write('ustar\0', 257, 'latin1');
  block.write('00', 263, 'ascii');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)}\0 `, 148, 'latin1');
  return block;
}

/** `<length> <field>=<value>\n`; the length includes itself. */
function paxRecord(field: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${field}=${value}\n`);
  let length = rest + String(rest).length;
  length = rest + String(length).length;
  return Buffer.from(`${length} ${field}=${value}\n`);
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

function storedGzip(content: Buffer<ArrayBuffer>): Buffer {
  const parts = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])];
  for (let start = 0; start < content.length; start += STORED) {
    const part = content.subarray(start, start + STORED);
    const isLast = start + STORED >= content.length;
    const head = Buffer.from([isLast ? 1 : 0, 0, 0, 0, 0]);
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(part.length ^ 0xffff, 3);
    parts.push(head, part);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length % 2 ** 32, 4);
  return Buffer.concat([...parts, end]);
}

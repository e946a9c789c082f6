import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../src-main/server/read-lines.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lines of a process', () => {
  it('are put together from pieces, also where a character is cut', async () => {
    const stream = new Readable({ read() {} });
    const lines: string[] = [];
    readLines(stream, (line) => lines.push(line));
    const bytes = Buffer.from('first\nsecönd\r\nthi');
    const cut = bytes.indexOf(0xc3) + 1;
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut), Buffer.from('rd')]) stream.push(piece);
    stream.push(null);
    await turn();
    await turn();
    expect(lines).toEqual(['first', 'secönd', 'third']);
  });

  it('are read to the last, though Electron takes the listeners away at the end', async () => {
    const stream = new Readable({ read() {} });
    const child = new EventEmitter();
    const lines: string[] = [];
    child.once(
      'exit',
      readLines(stream, (line) => lines.push(line)),
    );
    stream.push('Loading…\nFATAL: ');
    await turn();
    child.emit('exit');
    stream.removeAllListeners();
    stream.push('out of memory\n');
    stream.push(null);
    await turn();
    await turn();
    expect(lines).toEqual(['Loading…', 'FATAL: out of memory']);
  });
});

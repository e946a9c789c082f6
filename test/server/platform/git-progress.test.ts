import { describe, expect, it } from 'vitest';
import { fetchWords } from '../../../src-server/contract/words.ts';
import { readProgress } from '../../../src-server/platform/git.ts';

function read(...chunks: readonly string[]) {
  const parts: number[] = [];
  const take = readProgress(100, (part) => parts.push(part));
  return { said: chunks.map(take).join(''), parts };
}

describe('what git says of a fetch', () => {
  it('is split into the received part and the rest, wherever its chunks end', () => {
    const text =
      'remote: Enumerating objects: 1000, done.\nremote: Total 1000 (delta 0), reused 0\n' +
      'Receiving objects:   0% (1/1000)\rReceiving objects:  45% (450/1000), 1.20 MiB | 2.00 MiB/s\r' +
      'Receiving objects: 100% (1000/1000), 2.00 MiB, done.\nfatal: the disk is full\n';
    for (const size of [1, 7, text.length]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(read(...chunks)).toEqual({ said: 'fatal: the disk is full\n', parts: [0.001, 0.45, 1] });
    }
  });

  it.each([
    'remote: Receiving objects:  99% (99/100)\r',
    'Receiving objects: 100% (9/0)\r',
    'Receiving objects: 200% (200/100)\r',
    'Receiving objects:  10% (-1/10)\r',
    'Receiving objects:  10% (1/1e9)\r',
    'Receiving objects:  10% (9999999999/99999999999)\r',
    'Receiving\u001b[2J objects:  10% (1/10)\r',
    ' Receiving objects:  10% (1/10)\r',
  ])('is no progress where a server claims what can’t be: %j', (line) => {
    expect(read(line, 'fatal: no\n')).toEqual({ said: 'fatal: no\n', parts: [] });
  });

  it('keeps the refusals of a server, and takes an endless line in bounded memory', () => {
    for (const said of ['remote: You may not read this.\n', 'Connection closed by 127.0.0.1\r\n'])
      expect(read(...said).said).toBe(said);
    expect(read(...Array.from({ length: 1_000 }, () => 'x'.repeat(100)), '\n').said).toHaveLength(101);
  });
});

describe('the words of a fetch', () => {
  it.each([
    [{ step: 'receiving', bytes: 0 }, '0 B received'],
    [{ step: 'receiving', bytes: 1_258_291, part: 0.459 }, '1.2 MiB received (45 %)'],
    [{ step: 'writing', done: 240, total: 1_000 }, '240 of 1,000 files written'],
    [{ step: 'writing', done: 1, total: 1 }, '1 of 1 file written'],
  ] as const)('say %o as %s', (progress, words) => {
    expect(fetchWords(progress)).toBe(words);
  });
});

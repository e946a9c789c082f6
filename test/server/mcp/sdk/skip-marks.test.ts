import { describe, expect, it } from 'vitest';
import { skipMarks } from '../../../../src-server/mcp/sdk/skip-marks.ts';

const MARK = '\uFEFF';

/** What comes out of text that arrives in pieces of so many bytes. */
async function skipped(text: string, size: number): Promise<string> {
  const stream = skipMarks({});
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) stream.write(bytes.subarray(start, start + size));
  stream.end();
  return Buffer.concat(await stream.toArray()).toString();
}

describe('a byte order mark in the input', () => {
  it.each([
    ['before the first message', `${MARK}{"id":1}\r\n`, '{"id":1}\r\n'],
    ['before each message', `${MARK}{"id":1}\n${MARK}{"id":2}\n`, '{"id":1}\n{"id":2}\n'],
    ['before an empty line', `${MARK}\n{"id":1}\n`, '\n{"id":1}\n'],
    ['within a text, where it stays', `{"a":"é${MARK}b"}\n`, `{"a":"é${MARK}b"}\n`],
  ])('is skipped %s, however it arrives', async (_, text, expected) => {
    for (const size of [1, 2, 3, 5, 100]) expect(await skipped(text, size)).toBe(expected);
  });
});

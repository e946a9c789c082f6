import { describe, expect, it } from 'vitest';
import {
  MAX_HELD_BYTES,
  type Refusal,
  watchRefusedLines,
} from '../../../../src-server/mcp/sdk/refused-lines.ts';

function refusalsOf(...pieces: readonly string[]): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const watch = watchRefusedLines({ onRefused: (refusal) => refusals.push(refusal), onOverlong: () => {} });
  for (const piece of pieces) watch(Buffer.from(piece));
  return refusals;
}

const PARSE_ERROR = {
  jsonrpc: '2.0',
  error: { code: -32700, message: expect.stringMatching(/is not JSON/) },
};

describe('a line on standard input', () => {
  // Clients of the protocol's makers take an id of null for no answer at all.
  it('that is no JSON is a parse error without an id', () => {
    expect(refusalsOf('{"id": 1\n')).toEqual([PARSE_ERROR]);
  });

  it('that comes in pieces is looked at as a whole', () => {
    expect(refusalsOf('{"jsonrpc": "2.0", "id": 1, ', '"method": "ping"', '}\nno', ' JSON\n')).toEqual([
      PARSE_ERROR,
    ]);
  });

  it('that is longer than is read is refused once, and nothing after it', () => {
    const half = ' '.repeat(MAX_HELD_BYTES / 2);
    expect(refusalsOf(half, half, '\nno JSON\n')).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: expect.stringContaining('over 10 MiB') } },
    ]);
  });

  it('that has no end yet is waited for', () => {
    expect(refusalsOf('no JSON')).toEqual([]);
  });

  it.each(['two', 2])('that is no valid request is refused by its id, %j', (id) => {
    const line = JSON.stringify({ jsonrpc: '2.0', id, method: 5 });
    expect(refusalsOf(`${line}\n`)).toEqual([
      { jsonrpc: '2.0', id, error: { code: -32600, message: expect.stringMatching(/^Invalid request: /) } },
    ]);
  });

  it.each([
    ['{"jsonrpc": "2.0", "id": null, "method": "ping"}', /"id" that is text or a whole number/],
    ['{"jsonrpc": "2.0", "id": {}, "method": "ping"}', /"id" that is text or a whole number/],
    ['{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}', /"id" that is text or a whole number/],
    ['[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', /^Invalid request: it is a list/],
  ])('whose sender waits is refused without an id that can be read: %s', (line, message) => {
    expect(refusalsOf(`${line}\n`)).toEqual([
      { jsonrpc: '2.0', error: { code: -32600, message: expect.stringMatching(message) } },
    ]);
  });

  it.each([
    ['a list of answers alone', '[{"jsonrpc": "2.0", "id": 1, "result": {}}]'],
    ['an answer to nothing', '{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "No."}}'],
    ['neither request nor answer', '{"jsonrpc": "2.0", "id": 5}'],
    ['a broken notification', '{"jsonrpc": "2.0", "method": 7}'],
    ['JSON of another kind', 'null'],
    ['empty', ''],
  ])('that is %s gets no answer, lest two ends correct each other for ever', (_what, line) => {
    expect(refusalsOf(`${line}\n`)).toEqual([]);
  });
});

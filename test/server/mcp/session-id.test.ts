import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOfSession, makeSessionId, toClient } from '../../../src-server/mcp/protocol.ts';

describe('a session id', () => {
  it('carries its client’s name, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, version) => {
        const client = toClient({ name, version });
        fc.pre(client !== undefined);
        const id = makeSessionId(client);
        expect(id).toMatch(/^[\x21-\x7e]+$/);
        expect(clientOfSession(id)).toEqual(client);
      }),
    );
  });

  it.each([null, '', 'x', 'x.y', 'x.e30', `x.${btoa('["",""]')}`])(
    'of someone else, %j, names nobody',
    (id) => {
      expect(clientOfSession(id)).toBeUndefined();
    },
  );
});

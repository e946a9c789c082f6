import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOfSession, makeSessionId, toClient } from '../../../src-server/mcp/client-label.ts';
import { formatSkillUri, parseSkillUri } from '../../../src-server/mcp/resources/resources.ts';

describe('an address of a skill’s file', () => {
  it('names the same file again when it is read', () => {
    const segment = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/'));
    fc.assert(
      fc.property(fc.tuple(segment, segment, segment), fc.array(segment, { minLength: 1 }), (key, path) => {
        const address = { key: key.join('/'), file: path.join('/') };
        expect(parseSkillUri(formatSkillUri(address))).toEqual(address);
      }),
    );
  });

  it('may name a skill alone', () => {
    expect(parseSkillUri(formatSkillUri({ key: 'cpp/a/b' }))).toEqual({ key: 'cpp/a/b' });
  });

  it.each(['', 'skill://', 'skill://a/b', 'http://a/b/c/d', 'skill://a/b/c/%E0%A4%A'])('is not %j', (uri) => {
    expect(parseSkillUri(uri)).toBeUndefined();
  });
});

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

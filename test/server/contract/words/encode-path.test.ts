import { expect, it } from 'vitest';
import { encodePath } from '../../../../src-server/contract/words/encode-path.ts';

it('encodes each segment of a path, and keeps its slashes', () => {
  expect(encodePath('cpp/a b/100%/c#?.md')).toBe('cpp/a%20b/100%25/c%23%3F.md');
  expect(encodePath('é/')).toBe('%C3%A9/');
});

it('throws URIError for half a character', () => {
  expect(() => encodePath('a/\ud800')).toThrow(URIError);
});

import { expect, it } from 'vitest';
import { spellHidden } from '../../../src-renderer/text/spell-hidden.ts';

it('spells out what hides in a title, and leaves the rest', () => {
  expect(spellHidden('duck\u200bdb \u202etxt')).toBe('duck[U+200B]db [U+202E]txt');
  expect(spellHidden('tokio')).toBe('tokio');
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isVersion } from '../../../src-main/updates/compare-versions.ts';
import { readRelease } from '../../../src-main/updates/read-release.ts';

const PLACE = { api: 'https://api.github.com/x', page: 'https://github.com/a/b/releases' };
const answer = (changes: object = {}) =>
  JSON.stringify({ tag_name: 'v1.2.3', draft: false, prerelease: false, ...changes });

it('gives the version and its page, made of the place and not of the answer', () => {
  const text = answer({ html_url: 'https://evil.example/' });
  expect(readRelease(text, PLACE)).toEqual({
    version: '1.2.3',
    page: 'https://github.com/a/b/releases/tag/v1.2.3',
  });
  expect(readRelease(answer({ tag_name: '2.0.0' }), PLACE)?.page).toMatch(/\/tag\/2\.0\.0$/);
});

it.each([
  ['a page', '<!doctype html>'],
  ['nothing', ''],
  ['no object', '[1]'],
  ['null', 'null'],
  ['a draft', answer({ draft: true })],
  ['a version before its release', answer({ prerelease: true })],
  ['no tag', answer({ tag_name: 7 })],
  ['another kind of tag', answer({ tag_name: 'nightly' })],
  ['a tag that leads elsewhere', answer({ tag_name: 'v1.2.3/../../../x' })],
])('takes %s for no release', (_what, text) => {
  expect(readRelease(text, PLACE)).toBeUndefined();
});

it('never throws, and never gives what is no version', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.string().map((tag) => answer({ tag_name: tag })),
      ),
      (text) => {
        const release = readRelease(text, PLACE);
        expect(release === undefined || isVersion(release.version)).toBe(true);
      },
    ),
  );
});

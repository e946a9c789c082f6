import { expect, it } from 'vitest';
import { checksumText } from '../../../scripts/release/draft.mjs';
import { isListed, publishArguments, verifyArguments } from '../../../scripts/release/npm-package.mjs';

it('publishes with provenance, and what is not final under a name that nobody gets unasked', () => {
  expect(publishArguments('1.2.3', 'a.tgz')).toEqual([
    'publish',
    'a.tgz',
    '--access',
    'public',
    '--provenance',
  ]);
  expect(publishArguments('1.2.3-beta.1', 'a.tgz').slice(-2)).toEqual(['--tag', 'next']);
});

it('knows a file by the sum that the release lists, and refuses other bytes and other names', () => {
  const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  const sums = checksumText([
    ['a.tgz', sha256OfAbc],
    ['b.tgz', '0'.repeat(64)],
  ]);
  expect(isListed(sums, 'a.tgz', Buffer.from('abc'))).toBe(true);
  expect(isListed(sums, 'a.tgz', Buffer.from('abd'))).toBe(false);
  expect(isListed(sums, 'b.tgz', Buffer.from('abc'))).toBe(false);
  expect(isListed(sums, 'tgz', Buffer.from('abc'))).toBe(false);
});

it('asks for what the workflow of releases attested of the file, at its tag', () => {
  expect(verifyArguments('a.tgz', 'v1.2.3', 'owner/name').join(' ')).toBe(
    'attestation verify a.tgz --repo owner/name --signer-workflow owner/name/.github/workflows/release.yml --source-ref refs/tags/v1.2.3',
  );
});

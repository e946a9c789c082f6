import { describe, expect, it } from 'vitest';
import { isPrivate } from '../../../src-server/cli/choose-registry.ts';

const [ROOT, USER] = [0, 1000];

describe('a file with a token is private', () => {
  it.each([
    ['of the user, for the user alone', { mode: 0o100600, uid: USER }],
    ['of the user, read-only', { mode: 0o100400, uid: USER }],
    ['of root, for a group, as a mounted secret', { mode: 0o100440, uid: ROOT }],
    ['of root, for a group to read', { mode: 0o100640, uid: ROOT }],
  ])('%s', (_what, stats) => {
    expect(isPrivate(stats, USER)).toBe(true);
  });

  it.each([
    ['of the user, for a group', { mode: 0o100640, uid: USER }, USER],
    ['of root, for a group to write', { mode: 0o100660, uid: ROOT }, USER],
    ['of root, for everybody', { mode: 0o100444, uid: ROOT }, USER],
    ['of another user, for a group', { mode: 0o100640, uid: 1001 }, USER],
    ['of root that root reads, for a group', { mode: 0o100640, uid: ROOT }, ROOT],
  ])('unless it is %s', (_what, stats, user) => {
    expect(isPrivate(stats, user)).toBe(false);
  });
});
